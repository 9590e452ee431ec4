// Runs the Khronos glTF validator on files and fails on any error or warning.
//
//     node tools/validate_glb.mjs FILE...

import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import validator from "gltf-validator";

const SEVERITIES = ["error", "warning", "info", "hint"];
const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("usage: node tools/validate_glb.mjs FILE...");
  process.exit(2);
}

let failed = false;
for (const file of files) {
  const report = await validator.validateBytes(new Uint8Array(await readFile(file)), {
    uri: basename(file),
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(await readFile(join(dirname(file), decodeURIComponent(uri)))),
  });
  const { numErrors, numWarnings, numInfos, messages } = report.issues;
  failed ||= numErrors + numWarnings > 0;
  console.log(`${file}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos`);
  for (const { severity, code, message, pointer } of messages.slice(0, 20)) {
    console.log(`  ${SEVERITIES[severity]} ${code} ${pointer ?? ""}: ${message}`);
  }
}
process.exit(failed ? 1 : 0);
