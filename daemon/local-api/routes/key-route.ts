import type { Proxy } from '../proxy.ts';
import type { Exchange, Routes } from '../local-api.ts';
import { shownUser } from '../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Output } from '../../../shared/api/operations.ts';
import type { Identity } from '../../replica/store.ts';

interface KeyRouteContext {
  readonly proxy: Proxy;
  /** Undefined until the user is known for the first time. */
  readonly identity: () => Identity | undefined;
}

type Validation = Output<'validateKey'> | Refusal;

/** ACC-7: the relay says whether a key is valid, and here only those of one user work. */
export function keyRoute({ proxy, identity }: KeyRouteContext): Routes {
  const handle = ({ request, response, body, caller }: Exchange) =>
    proxy.forward(request, response, {
      body,
      caller,
      async change(status, text) {
        const { readAnswer } = await import('../../../shared/api/client.ts');
        return validHere(readAnswer('validateKey', status, text), identity());
      },
    });
  return { 'POST /users/validate-key': { access: 'public', handle } };
}

function validHere(answer: Validation, identity: Identity | undefined): Validation {
  if (
    isRefusal(answer) ||
    !answer.valid ||
    identity === undefined ||
    answer.user_id === identity.userId
  )
    return answer;
  const [theirs, own] = [shownUser(answer.email), shownUser(identity.userName)];
  const error = `This is not the daemon of ${theirs}: it takes only keys of ${own}. Use the key at the relay, or at a daemon of ${theirs}.`;
  return { valid: false, error };
}
