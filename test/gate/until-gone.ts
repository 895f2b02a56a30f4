import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';

/** Waits until the process whose id is in the file has ended. */
export async function untilGone(file: string): Promise<void> {
  const pid = Number(readFileSync(file, 'utf8'));
  for (let tries = 0; tries < 200; tries++) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    if (/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.unreachable(`process ${pid} lives on`);
}
