// What the player under control may do with the ball of a game: pass, shoot, get it.
import type { Session } from "../session";
import type { BallAction } from "../wire/protocol";
import { h, key } from "./dom";

const ACTIONS: { action: BallAction; label: string; key: string; says: string }[] = [
  { action: "pass", label: "Pass", key: "G", says: "Throws the ball to who stands nearest to the way you look" },
  { action: "shoot", label: "Shoot", key: "T", says: "Throws the ball at the hoop" },
  { action: "catch", label: "Get ball", key: "R", says: "Asks for the ball, or fetches one that nobody has" },
];

/** Makes the buttons; they show where there is a ball to play with. */
export function makeBallButtons(session: Session): HTMLElement {
  const buttons = ACTIONS.map(({ action, label, key: cap, says }) =>
    h(
      "button",
      { class: "thumb", title: says, "data-act": action, onclick: () => act(session, action) },
      label,
      key(cap),
    ),
  );
  const element = h("div", { class: "ball-buttons", role: "group", "aria-label": "Ball", hidden: true }, ...buttons);
  session.on("stage", (stage) => {
    element.hidden = stage.world !== "court";
  });
  return element;
}

/** Does something with the ball where there is one. */
export function act(session: Session, action: BallAction): void {
  if (session.stage?.world === "court") session.send({ do: "act", action });
}
