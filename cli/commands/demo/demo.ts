import { refuse } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { Narrator } from '../../demo/story.ts';
import type { Output } from '../../terminal/output.ts';

/**
 * `coord demo`: a small repository, a relay, two developers with scripted agents, all real and in a temporary folder, and what
 * coord does between them. Leaves nothing behind, also when it is stopped.
 */
export async function demo({ terminal, output }: Context): Promise<Outcome> {
  const [{ DemoTeam }, { scenes }] = await Promise.all([
    import('../../demo/team.ts'),
    import('../../demo/story.ts'),
  ]);
  const team = new DemoTeam({ command: terminal.command, environment: terminal.environment });
  const callOff = terminal.atExit(() => team.abandon());
  const stopped = terminal.stopRequested().then(() => 'stopped' as const);
  const narrator = narratorOn(output);
  const play = async () => {
    output.write('Two developers, Ann and Bob, each with an agent, a clone and a daemon.\n');
    output.write('Everything is real, in a temporary folder that goes away at the end.\n');
    output.write(`\n${indent}Starting a relay and two daemons...\n`);
    const [ann, bob] = await team.start();
    for (const scene of scenes) await scene({ ann, bob }, narrator);
    return 'played' as const;
  };
  try {
    const end = await Promise.race([play(), stopped]);
    if (end === 'stopped') return refuse('Unavailable', 'The demonstration was stopped.');
    output.write('\nNow in your own repository: coord init, then coord daemon.\n');
    return 0;
  } finally {
    await team.stop();
    callOff();
  }
}

function narratorOn({ write, style, columns }: Output): Narrator {
  let steps = 0;
  return {
    step(title) {
      steps += 1;
      write(`\n${style.bold(`${steps}  ${title}`)}\n`);
    },
    say(line) {
      write(
        `${wrapped(line, columns - indent.length)
          .map((one) => indent + one)
          .join('\n')}\n`,
      );
    },
    quote(text) {
      const lines = text
        .split('\n')
        .flatMap((line) => wrapped(line, columns - indent.length - bar.length));
      write(`${lines.map((line) => indent + style.dim(bar) + style.yellow(line)).join('\n')}\n`);
    },
  };
}

const indent = '   ';
const bar = '| ';

/** Lines of at most `width` characters, broken between words. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
