// The socket to the server: opens it, opens it again when it breaks, hands messages on in order.
import type { FromServer, ToServer } from "./protocol";

export interface Link {
  send(message: ToServer): void;
}

export interface Listener {
  message(message: FromServer): void;
  frame(bytes: ArrayBuffer): void;
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
    next.onopen = () => {
      socket = next;
      listener.opened();
    };
    next.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data === "string") listener.message(JSON.parse(event.data) as FromServer);
      else listener.frame(event.data);
    };
    next.onclose = () => {
      socket = null;
      listener.lost();
      setTimeout(open, RETRY_MS);
    };
  };
  open();
  return {
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
  };
}
