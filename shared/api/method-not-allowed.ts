import { refuse, type Refusal } from '../kernel/refusal.ts';

/** ANS-8: what is answered to a method that a path does not have; `methods` are those that it has. */
export function methodNotAllowed(
  { method, path }: { readonly method: string; readonly path: string },
  methods: readonly string[],
): Refusal {
  // ANS-6: HEAD works where GET does.
  const all = methods.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
  const allow = [...new Set(all)].sort();
  const message = `${path} does not take ${method}. It takes ${allow.join(', ')}.`;
  return refuse('MethodNotAllowed', message, { allow });
}
