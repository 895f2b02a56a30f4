const irregular = new Map(
  `sent:send written:write wrote:write kept:keep lost:lose ran:run broke:break broken:break chose:choose chosen:choose built:build
  held:hold found:find paid:pay hidden:hide stole:steal stolen:steal forgot:forget forgotten:forget bought:buy thrown:throw told:tell
  sold:sell fell:fall fallen:fall went:go gone:go shown:show drew:draw drawn:draw began:begin spoken:speak children:child
  indices:index indexes:index index:index dying:die died:die dies:die tying:tie caught:catch brought:bring taken:take took:take
  gave:give given:give saw:see seen:see knew:know known:know grew:grow grown:grow woke:wake woken:wake left:leave left:leave
  spent:spend stood:stand understood:understand thought:think made:make did:do does:do done:do got:get getting:get stuck:stuck
  hung:hang froze:freeze frozen:freeze shut:shut split:split read:read people:people data:data media:media settings:setting
  setting:setting meetings:meeting meeting:meeting during:during morning:morning staging:staging paging:paging meaning:meaning
  sorted:sort mice:mouse matrices:matrix vertices:vertex analyses:analysis bases:base axes:axis statuses:status buses:bus aliases:alias
  licence:license licences:license catalogue:catalog catalogues:catalog centre:center centres:center cheque:check grey:gray
  programme:program cancelled:cancel cancelling:cancel cancellation:cancel behaviour:behavior behaviours:behavior colour:color
  colours:color favourite:favorite neighbour:neighbor neighbours:neighbor labour:labor secrets:secret us:us news:news
  redis:redis kubernetes:kubernetes postgres:postgres always:always across:across address:address addresses:address https:https
  css:css aws:aws dns:dns tls:tls kms:kms sms:sms ios:ios rls:rls ses:ses sqs:sqs sns:sns cors:cors oidc:oidc axios:axios
  prometheus:prometheus kinesis:kinesis nats:nats tailwindcss:tailwind nextjs:nextjs canvas:canvas wasm:wasm bias:bias gas:gas`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Endings to cut off, with the number of letters that must remain; the first that fits counts. */
const endings: readonly (readonly [ending: string, replacement: string, staying: number])[] = [
  ['isation', 'iz', 3],
  ['ization', 'iz', 3],
  ['iser', 'iz', 4],
  ['izer', 'iz', 4],
  ['ising', 'iz', 4],
  ['ised', 'iz', 4],
  ['ise', 'iz', 4],
  ['ification', 'ifi', 2],
  ['ibility', '', 4],
  ['ability', '', 4],
  ['ation', '', 4],
  ['ator', '', 4],
  ['ative', '', 5],
  ['ate', '', 4],
  ['ssion', 's', 3],
  ['sion', 's', 3],
  ['tion', 't', 3],
  ['ment', '', 3],
  ['ness', '', 4],
  ['ible', '', 4],
  ['able', '', 4],
  ['ity', '', 4],
  ['ly', '', 4],
];

/**
 * The stem of an English word in lower case: what `retry`, `retries` and `retrying` have in common. Written for the words of
 * software, so the stems of `worker` and `work` differ. Words of other scripts, and with digits, stay as they are.
 */
export function stemOf(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word;
  return finished(withoutEnding(withoutTense(withoutPlural(word))));
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutTense(word: string): string {
  const match = /^(.*[aeiouy].*?)(?:ing|(?<!e)ed)$/.exec(word);
  const rest = match?.[1];
  if (rest === undefined || rest.length < 3) return word;
  return rest.endsWith('at') || rest.endsWith('is') ? `${rest}e` : rest;
}

function withoutEnding(word: string): string {
  for (const [ending, replacement, staying] of endings) {
    if (word.endsWith(ending) && word.length - ending.length >= staying) {
      return word.slice(0, -ending.length) + replacement;
    }
  }
  return word;
}

function finished(word: string): string {
  let stem = word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word;
  if (/([^aeiou])\1$/.test(stem)) stem = stem.slice(0, -1);
  return /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}i` : stem;
}
