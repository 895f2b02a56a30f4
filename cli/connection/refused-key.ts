import { isRefusal, refuse } from '../../shared/kernel/refusal.ts';
import type { Terminal } from '../terminal/terminal.ts';

const ofEnvironment =
  'The key is that of COORD_KEY, which goes before a login: correct it there, or unset it.';

/**
 * The answer; where a relay refuses the key of the environment, what helps in place of another login (LOC-6).
 *
 * @param key The key that was refused; undefined where only `COORD_KEY` or a login can have given it.
 */
export function namingVariable<Answer>(
  answer: Answer,
  { environment }: Pick<Terminal, 'environment'>,
  key: string | undefined,
): Answer | ReturnType<typeof refuse> {
  const given = environment['COORD_KEY']?.trim() ?? '';
  if (!isRefusal(answer) || answer.error !== 'Unauthorized' || given === '') return answer;
  if (key !== undefined && key !== given) return answer;
  return refuse('Unauthorized', `${answer.message} ${ofEnvironment}`, answer.details);
}
