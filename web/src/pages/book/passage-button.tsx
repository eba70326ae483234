type PassageButtonProps = { turn: number; onPassage: (turn: number) => void };

export function PassageButton({ turn, onPassage }: PassageButtonProps) {
  return (
    <button type="button" className="book-number" aria-label={`Passage ${turn}, as it was told`} onClick={() => onPassage(turn)}>
      {turn}
    </button>
  );
}

export function PassageButtons({ turns, onPassage }: { turns: readonly number[]; onPassage: (turn: number) => void }) {
  return (
    <>
      {turns.map((turn) => (
        <PassageButton key={turn} turn={turn} onPassage={onPassage} />
      ))}
    </>
  );
}
