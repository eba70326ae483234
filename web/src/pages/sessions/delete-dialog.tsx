import type { Schemas } from "../../api/client";
import { Confirm } from "../../parts/confirm";
import { erase } from "../../state/erasing";
import { many } from "../../words";

type DeleteProps = { head: Schemas["Head"]; onDone: () => void; onClose: () => void };

export function DeleteDialog({ head, onDone, onClose }: DeleteProps) {
  async function remove() {
    await erase(head.id);
    onDone();
  }
  return (
    <Confirm title="Delete this session for good?" yes="Delete it" onYes={remove} onClose={onClose}>
      <p>
        <strong>{head.title}</strong>, {many(head.turns, "turn")}. Everything that was said in it is erased, also on the disk. This cannot be
        undone.
      </p>
    </Confirm>
  );
}
