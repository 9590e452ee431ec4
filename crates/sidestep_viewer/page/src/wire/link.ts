// The socket to the server: opens it, opens it again when it breaks, hands messages on in order.
import type { FromServer, ToServer } from "./protocol";
import { readMessage } from "./reading";

export interface Link {
  /** While there is no server this goes nowhere: what it speaks of, the stage, is gone with the server. */
  send(message: ToServer): void;
}

export interface Listener {
  message(message: FromServer): void;
  frame(bytes: ArrayBuffer): void;
  /** Something came that is no message, and why it is none. */
  nonsense(fault: string): void;
  opened(): void;
  lost(): void;
}

const RETRY_MS = 1000;

/** Connects to the server that the page came from and keeps connecting. */
export function connect(listener: Listener): Link {
  let socket: WebSocket | null = null;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const next = new WebSocket(`${scheme}://${location.host}/ws`);
    next.binaryType = "arraybuffer";
    next.addEventListener("open", () => {
      socket = next;
      listener.opened();
    });
    next.addEventListener("message", (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data !== "string") {
        listener.frame(event.data);
        return;
      }
      const message = readMessage(event.data);
      if ("fault" in message) listener.nonsense(message.fault);
      else listener.message(message);
    });
    next.addEventListener("close", () => {
      socket = null;
      listener.lost();
      setTimeout(open, RETRY_MS);
    });
  };
  open();
  return {
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
  };
}
