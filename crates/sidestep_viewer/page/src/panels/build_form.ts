// Builds a method from a library, with its progress shown.
import type { Session } from "../session";
import type { Job } from "../wire/protocol";
import { h } from "./dom";
import { errorOf } from "./take_away";

const METHODS = [
  { method: "matching", label: "Motion matching", says: "searches the nearest frame; ready at once" },
  { method: "field", label: "Motion field", says: "learns values of actions; seconds to minutes" },
  { method: "clips", label: "Clip player", says: "the plainest: plays and joins clips" },
  { method: "mobility", label: "Mobility map", says: "shortest ways through a pose graph" },
] as const;

/** Makes the form; `library` says which library is chosen. */
export function makeBuildForm(session: Session, library: () => string): HTMLElement {
  const says = h("p", { class: "says" });
  const jobs = h("div", { class: "jobs", "aria-live": "polite" });
  const method = h(
    "select",
    { "aria-label": "Method", onchange: () => show() },
    ...METHODS.map((one) => h("option", { value: one.method }, one.label)),
  );
  const preset = h(
    "select",
    { "aria-label": "Preset of the field" },
    h("option", { value: "agile" }, "agile"),
    h("option", { value: "paper" }, "as in the paper"),
  );
  const start = async () => {
    const kind = method.value === "field" ? { preset: preset.value } : {};
    const answer = await fetch("/build", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ library: library(), method: method.value, ...kind }),
    });
    if (!answer.ok) session.emit("tell", { level: "error", text: await errorOf(answer) });
  };
  const build = h("button", { class: "primary", onclick: () => void start() }, "Build");
  function show() {
    preset.hidden = method.value !== "field";
    says.textContent = METHODS.find((one) => one.method === method.value)?.says ?? "";
  }
  show();
  session.on("job", (job) => showJob(jobs, job));
  return h(
    "section",
    {},
    h("h3", {}, "Build a method from it"),
    h("div", { class: "row" }, method, preset, build),
    says,
    jobs,
  );
}

/** One bar for each job; it stays when done, so that its end is seen. */
function showJob(room: HTMLElement, job: Job): void {
  const id = `job-${job.job}`;
  const state = job.error ?? (job.done ? "done" : `${job.stage} ${Math.round(job.fraction * 100)} %`);
  const row = h(
    "div",
    { id, class: job.error ? "job bad" : job.done ? "job done" : "job" },
    h("span", {}, job.title),
    h("small", {}, state),
    h("progress", { max: 1, value: job.done ? 1 : job.fraction, "aria-label": job.title }),
  );
  const old = room.querySelector(`#${id}`);
  if (old) old.replaceWith(row);
  else room.prepend(row);
}
