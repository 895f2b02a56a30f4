import { spawn } from 'node:child_process';

/**
 * Runs a program with this process's terminal and environment, where the system allows it with no network but
 * loopback: `unshare -n` needs Linux and root. Gives its exit code.
 */
export async function runLoopbackOnly(program: string, args: string[]): Promise<number> {
  const isolated = await canIsolate();
  if (!isolated)
    console.error('The network cannot be closed off here; the clients run with it open.');
  return await run(isolated ? isolate([program, ...args]) : [program, ...args], 'inherit');
}

async function canIsolate(): Promise<boolean> {
  return (await run(isolate(['true']), 'ignore').catch(() => 1)) === 0;
}

/** The shell's text is constant; the program comes in as its arguments. */
function isolate(command: string[]): string[] {
  return ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"', ...command];
}

function run([program = '', ...args]: string[], stdio: 'inherit' | 'ignore'): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
