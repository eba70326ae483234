// The game as players see it. Nothing of it is recorded.

export function PreviewTab({ id, title }: { id: string; title: string }) {
  return (
    <>
      <p className="muted">This is the game as it was last built. Nothing you do here is recorded.</p>
      <iframe className="games-frame" title={`Preview of ${title}`} sandbox="allow-scripts allow-downloads" src={`/api/v1/games/${encodeURIComponent(id)}/page`} />
    </>
  );
}
