import { readdir, readFile } from 'node:fs/promises';
import { kill } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A variable with the folder of the checkout: what a run starts inherits it, whatever group or session it goes to. */
const checkoutVariable = 'GATE_CHECKOUT';

/** The environment of a run in the folder, by which `endLeftProcesses` knows what belongs to it. */
export function markedFor(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return { ...environment, [checkoutVariable]: folder };
}

const maxRounds = 10;
const roundMs = 20;

/**
 * GAT-6: ends what a run has left in process groups of its own, until nothing is left that such a process could have started
 * meanwhile. Only where there is a Linux `/proc`; elsewhere nothing tells which processes these are.
 */
export async function endLeftProcesses(folder: string): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const left = await leftIn(folder);
    if (left.length === 0) return;
    left.forEach(end);
    await sleep(roundMs);
  }
}

async function leftIn(folder: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const processes = names.filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(processes.map((pid) => belongsTo(folder, `/proc/${pid}`)));
  return processes.filter((_, at) => found[at]).map(Number);
}

/** Nobody can read those of other people; somebody who only stands in the checkout, such as a person's shell, is none of them. */
async function belongsTo(folder: string, process: string): Promise<boolean> {
  const environment = await readFile(`${process}/environ`).catch(() => Buffer.alloc(0));
  return environment.includes(`${checkoutVariable}=${folder}\0`);
}

function end(pid: number): void {
  try {
    kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
