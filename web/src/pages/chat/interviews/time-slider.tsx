// Through the interview by its answers: by hand, by arrow keys, or played.

import { useEffect, useState } from "react";
import { Button } from "../../../parts/button";
import { Field } from "../../../parts/field";

const PACE = 900; // milliseconds that an answer is shown for

type TimeSliderProps = { last: number; turn: number | null; onLook: (turn: number | null) => void };

export function TimeSlider({ last, turn, onLook }: TimeSliderProps) {
  const [playing, setPlaying] = useState(false);
  const at = turn ?? last;
  useEffect(() => {
    if (!playing) return;
    const next = window.setTimeout(() => {
      if (at >= last) setPlaying(false);
      else onLook(at + 1 === last ? null : at + 1);
    }, PACE);
    return () => window.clearTimeout(next);
  }, [playing, at, last]);
  function play() {
    if (!playing && at >= last) onLook(0);
    setPlaying(!playing);
  }
  function moved(to: number) {
    setPlaying(false);
    onLook(to === last ? null : to);
  }
  return (
    <div className="interview-time">
      <Field label={turn === null ? "As it is now" : `After answer ${at} of ${last}`}>
        {(id) => (
          <input
            id={id}
            type="range"
            min={0}
            max={last}
            value={at}
            aria-valuetext={at === last ? "now" : `after answer ${at}`}
            onChange={(event) => moved(Number(event.target.value))}
          />
        )}
      </Field>
      <Button disabled={last === 0} onClick={play}>
        {playing ? "Pause" : "Play"}
      </Button>
    </div>
  );
}
