import { execFileSync } from 'node:child_process';

// Without a listener the signal would end the process.
process.on('SIGXFSZ', () => undefined);

/** Whether this machine can take the room from a process without being root. */
export function canFillDisk(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** From now on no file of this process can grow, nor be made with anything in it: the disk takes no write. */
export function fillDisk(): void {
  setLimit('0:');
}

export function freeDisk(): void {
  setLimit('unlimited:');
}

function setLimit(bytes: string): void {
  execFileSync('prlimit', [`--fsize=${bytes}`, '--pid', String(process.pid)]);
}
