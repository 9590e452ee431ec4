// What is being built, as cards beside those of the characters: there the method will appear.
import type { Session } from "../session";
import type { Job } from "../wire/protocol";
import { h } from "./dom";

/** Keeps the cards of running jobs up to date. */
export function makeJobCards(session: Session): HTMLElement {
  const element = h("div", { class: "job-cards", "aria-live": "polite" });
  session.on("job", (job) => {
    element.querySelector(`[data-job="${job.job}"]`)?.remove();
    if (job.error) session.emit("tell", { level: "error", text: `${job.title}: ${job.error}` });
    if (!job.done && !job.error) element.append(jobCard(job));
  });
  return element;
}

function jobCard(job: Job): HTMLElement {
  const percent = `${Math.round(job.fraction * 100)} %`;
  return h(
    "article",
    { class: "card job-card", "data-job": job.job },
    h("b", {}, `${job.title}, ${percent}`),
    h("p", { class: "says", title: job.stage }, job.stage || "being built"),
    h("progress", { max: 1, value: job.fraction, "aria-label": job.title }),
  );
}
