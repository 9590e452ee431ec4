// What the address of the page says: world, methods and speed live in it, so that reloading and sharing
// keep them. Whatever else it says is left alone.
import type { Session } from "./session";
import type { Steering } from "./steer/steering";

export interface Asked {
  world: string | null;
  controllers: string[] | null;
  speed: number | null;
}

const WRITE_MS = 250;

/** What the address asks for. */
export function askedInAddress(): Asked {
  const words = new URLSearchParams(location.search);
  const controllers = words.get("controllers")?.split(",").filter(Boolean) ?? [];
  const speed = Number(words.get("speed"));
  return {
    world: words.get("world"),
    controllers: controllers.length > 0 ? controllers : null,
    speed: speed > 0 ? speed : null,
  };
}

/** Keeps the address up with what a person chose. */
export function keepAddress(session: Session, steering: Steering): void {
  let timer = 0;
  const write = () => {
    const words = new URLSearchParams(location.search);
    const put = (name: string, value: string | null) =>
      value === null ? words.delete(name) : words.set(name, value);
    const { world } = session.opening;
    const controllers = session.awaited ?? session.opening.controllers;
    put("world", world === "floor" ? null : world);
    put("controllers", session.isChosen ? controllers.join(",") : null);
    put("speed", steering.chosenSpeed()?.toFixed(2) ?? null);
    // Commas and the like need no escape in a query, and people read addresses.
    const query = words.toString().replaceAll("%2C", ",").replaceAll("manual=", "manual");
    const next = `${location.pathname}${query ? `?${query}` : ""}${location.hash}`;
    if (next !== location.pathname + location.search + location.hash)
      window.history.replaceState(null, "", next);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(write, WRITE_MS);
  };
  session.on("stage", soon);
  steering.onChange.push(soon);
}
