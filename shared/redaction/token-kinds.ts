/** A kind of secret that is known by how it begins. */
export interface TokenKind {
  readonly kind: string;
  /** The source of a regular expression without groups that capture. */
  readonly pattern: string;
}

/** Where a long run of characters could match late, or not at all, it is tried once in the run. */
const notInRun = '(?<![\\w-])';
/** What is longer is something else: a hash, an id. */
const ends = '(?![\\w-])';
/** Between the lines of a key: as it is, or written out in a text of one line. */
const newLine = '(?:\\s|\\\\[nr]){1,8}';

/** What services give out, by its prefix. Every repetition is bounded, so the longest text is read in linear time. */
export const tokenKinds: readonly TokenKind[] = [
  { kind: 'GitHub token', pattern: 'gh[pousr]_\\w{20,300}|github_pat_\\w{20,300}' },
  { kind: 'GitLab token', pattern: 'gl(?:pat|ptt|rt|cbt|dt|soat|ft|agent)-[\\w.-]{16,300}' },
  { kind: 'AWS key', pattern: '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])' },
  { kind: 'Anthropic key', pattern: 'sk-ant-[\\w-]{16,300}' },
  { kind: 'OpenAI key', pattern: 'sk-(?:proj|svcacct|admin)-[\\w-]{16,300}' },
  { kind: 'OpenAI key', pattern: 'sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}' },
  {
    kind: 'Stripe key',
    pattern: '[spr]k_(?:live|test|prod)_[A-Za-z0-9]{10,300}|whsec_[A-Za-z0-9+/=]{20,300}',
  },
  {
    kind: 'API key',
    pattern: `${notInRun}(?:sk|pk|rk)[-_](?=[A-Za-z_-]{0,300}[0-9])[\\w-]{16,300}`,
  },
  {
    kind: 'Slack token',
    pattern: 'xox[abceoprs](?:\\.[a-z]{2,8})?-[\\w-]{10,300}|xapp-[\\w-]{10,300}',
  },
  { kind: 'Google key', pattern: 'AIza[\\w-]{30,60}|GOCSPX-[\\w-]{20,60}|ya29\\.[\\w-]{20,1000}' },
  { kind: 'npm token', pattern: 'npm_[A-Za-z0-9]{20,300}' },
  { kind: 'coord key', pattern: 'coord_[a-z0-9]{16,100}' },
  { kind: 'coord invitation', pattern: `${notInRun}inv_[a-z0-9]{32}` },
  {
    kind: 'JSON web token',
    // The five parts of an encrypted one, whose second may be empty, or the three of a signed one.
    pattern: `${notInRun}eyJ[\\w-]{8,4000}(?:\\.[\\w-]{0,4000}\\.[\\w-]{8,100}\\.[\\w-]{1,20000}\\.[\\w-]{16,100}|\\.[\\w-]{8,4000}\\.[\\w-]{4,4000})`,
  },
  { kind: '1Password token', pattern: 'ops_ey[A-Za-z0-9+/=_-]{60,2000}' },
  { kind: 'SendGrid key', pattern: 'SG\\.[\\w-]{10,128}\\.[\\w-]{10,128}' },
  {
    kind: 'Shopify token',
    pattern: 'shp(?:at|ca|pa|ss|tka)_[A-Za-z0-9]{30,64}|shppa_[A-Za-z0-9]{30,64}',
  },
  { kind: 'Linear key', pattern: 'lin_(?:api|oauth)_\\w{32,128}' },
  { kind: 'Hugging Face token', pattern: '(?:hf|api_org)_[A-Za-z0-9]{20,100}' },
  { kind: 'PyPI token', pattern: 'pypi-[\\w-]{20,300}' },
  { kind: 'DigitalOcean token', pattern: 'do[opr]_v1_[a-f0-9]{40,80}' },
  { kind: 'Docker token', pattern: 'dckr_(?:pat|oat)_[\\w-]{20,100}' },
  { kind: 'Vault token', pattern: 'hv[sbr]\\.[\\w-]{20,300}' },
  { kind: 'Databricks token', pattern: 'dapi[a-f0-9]{32}' },
  { kind: 'Grafana token', pattern: 'gl(?:sa|c)_[A-Za-z0-9+/=_]{30,300}' },
  { kind: 'Groq key', pattern: 'gsk_[A-Za-z0-9]{40,80}' },
  { kind: 'RubyGems key', pattern: 'rubygems_[a-f0-9]{40,64}' },
  { kind: 'Atlassian token', pattern: 'ATATT3[\\w=-]{40,400}' },
  { kind: 'age key', pattern: 'AGE-SECRET-KEY-[A-Z0-9]{41,80}' },
  {
    kind: 'Slack webhook',
    pattern: 'https://hooks\\.slack\\.com/(?:services|workflows)/[\\w/-]{20,200}',
  },
  {
    kind: 'Discord webhook',
    pattern:
      'https://(?:\\w{2,10}\\.)?discord(?:app)?\\.com/api/webhooks/[0-9]{10,30}/[\\w-]{20,200}',
  },
  {
    kind: 'Discord token',
    pattern: `${notInRun}[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,38}${ends}`,
  },
  { kind: 'Telegram token', pattern: `(?:bot)?[0-9]{8,16}:A[\\w-]{34}${ends}` },
  { kind: 'Google refresh token', pattern: `1//0[\\w-]{40,300}` },
  { kind: 'Twilio key', pattern: `${notInRun}SK[0-9a-f]{32}${ends}` },
  { kind: 'Mailgun key', pattern: `${notInRun}key-[0-9a-f]{32}${ends}` },
  { kind: 'Notion token', pattern: `ntn_[A-Za-z0-9]{40,50}${ends}` },
  { kind: 'Figma token', pattern: `fig[dor]_[\\w-]{38,64}` },
  { kind: 'xAI key', pattern: `xai-[A-Za-z0-9]{70,100}${ends}` },
  { kind: 'Replicate token', pattern: `r8_[A-Za-z0-9]{37,40}${ends}` },
  { kind: 'Perplexity key', pattern: `pplx-[A-Za-z0-9]{40,64}${ends}` },
  {
    kind: 'private key',
    pattern: `Private-Lines:[ \\t]{0,4}[0-9]{1,4}(?:${newLine}[A-Za-z0-9+/=]{16,64}){1,400}(?:${newLine}[A-Za-z0-9+/=]{1,15}(?![\\w-]))?(?:${newLine}Private-(?:MAC|Hash): [0-9a-f]{40,64})?`,
  },
  {
    kind: 'password hash',
    pattern: `\\$(?:apr1|1)\\$[./\\w]{1,8}\\$[./A-Za-z0-9]{22}|\\$2[abxy]?\\$[0-9]{2}\\$[./A-Za-z0-9]{53}|\\$[56]\\$(?:rounds=[0-9]{1,9}\\$)?[./A-Za-z0-9]{1,16}\\$[./A-Za-z0-9]{43,86}|\\$(?:y|gy|7)\\$[./A-Za-z0-9]{1,20}\\$[./A-Za-z0-9]{1,86}\\$[./A-Za-z0-9]{43}`,
  },
];
