// The way in: opens the playground where the browser can draw it, and says what to do where it cannot.
import "./style.css";
import { h } from "./panels/dom";

if (canDraw()) void import("./playground");
else document.body.append(excuse());

function canDraw(): boolean {
  try {
    const context = document.createElement("canvas").getContext("webgl2");
    context?.getExtension("WEBGL_lose_context")?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

function excuse(): HTMLElement {
  return h(
    "main",
    { class: "excuse panel", role: "alert" },
    h("h1", {}, "This browser cannot draw the playground"),
    h("p", {}, "It draws with WebGL 2, which is missing here or switched off. What helps:"),
    h(
      "ul",
      {},
      h("li", {}, "switch on “use graphics acceleration” in the settings of the browser and start it again;"),
      h("li", {}, "open this address in a current Chrome, Edge, Firefox or Safari;"),
      h("li", {}, "on a machine without a graphics card, start Chrome with --enable-unsafe-swiftshader."),
    ),
    h(
      "p",
      {},
      "Everything else works without it: ",
      h("code", {}, "sidestep export CONTROLLER --script SCRIPT -o film.html"),
      " writes a page that plays without a server, and ",
      h("code", {}, "-o strip.png"),
      " a picture.",
    ),
  );
}
