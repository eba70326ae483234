// A chat with an engine that has no page of its own: what stands beside the lines, and answers to choose from.

import type { Schemas } from "../../api/client";
import { Button } from "../../parts/button";
import type { Chat, EngineChat } from "./engine-chat";

type Option = Schemas["AnswerOption"];

function Above({ chat }: { chat: Chat }) {
  return <Blocks blocks={chat.shown.opening} />;
}

function Choices({ chat }: { chat: Chat }) {
  return (
    <>
      <Blocks blocks={chat.shown.current} />
      {chat.shown.options.length > 0 && <Options chat={chat} options={chat.shown.options} />}
    </>
  );
}

function Options({ chat, options }: { chat: Chat; options: readonly Option[] }) {
  return (
    <div className="row" role="group" aria-label="Answers">
      {options.map(({ key, text, says }) => (
        <Button key={key} disabled={chat.busy} onClick={() => chat.say({ text: says.text, choice: says.choice, to: says.to })}>
          {text}
        </Button>
      ))}
    </div>
  );
}

function Blocks({ blocks }: { blocks: readonly Schemas["TextBlock"][] }) {
  return blocks.map((block) => (
    <section key={block.title + block.lines.join()} className="panel" aria-label={block.title || undefined}>
      {block.title && <h3>{block.title}</h3>}
      {block.lines.map((line, number) => (
        <p key={number}>{line}</p>
      ))}
    </section>
  ));
}

export const plain: EngineChat = { hint: "Say something", Above, Choices, panels: [], Why: () => null };
