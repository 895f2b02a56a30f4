import { decided } from '../labelled.ts';

export const identity = [
  decided(
    'refresh-rotation',
    'Rotate refresh tokens on every use',
    'A stolen refresh token was valid for 60 days. Each exchange now issues a new one and reuse of an old one revokes the whole family.',
    [
      "what happens if somebody's long-lived credential leaks",
      'how do people stay logged in without us trusting the same secret for months',
    ],
  ),
  decided(
    'session-cookie',
    'Keep the browser session in an HttpOnly cookie, not in localStorage',
    'XSS in a third-party widget could read localStorage. The cookie is SameSite=Lax, Secure and invisible to scripts.',
    [
      'where does the web client hold the login state',
      "can injected javascript get at the signed-in user's token?",
    ],
  ),
  decided(
    'argon2',
    'Hash passwords with Argon2id, 64 MB, 3 iterations',
    'bcrypt truncates at 72 bytes and is cheap on GPUs. Old hashes are upgraded at the next successful sign-in.',
    ['how are user credentials stored at rest', 'key derivation parameters'],
  ),
  decided(
    'sso-saml',
    'Offer SAML single sign-on only on the enterprise plan through WorkOS',
    'Writing our own SAML parser is asking for signature wrapping bugs; large customers pay for it anyway.',
    ['can corporate customers log in with Okta', 'why did we not implement federation ourselves'],
  ),
  decided(
    'magic-link',
    'Replace passwords by emailed one-time links for the customer portal',
    'Support spent a third of its time on resets. A link lives ten minutes and works once.',
    [
      'passwordless login for clients',
      'people kept forgetting their credentials, what did we do about it',
    ],
  ),
  decided(
    'rbac-over-acl',
    'Roles per organisation instead of access lists per document',
    'Nobody could say who was able to open what. Three roles (viewer, editor, owner) cover all but two known cases.',
    ['how do permissions work', 'who is authorised to change a file in a company account?'],
  ),
  decided(
    'mfa-webauthn',
    'Second factor by passkeys; SMS codes are dropped',
    'Two accounts were taken over by SIM swapping. WebAuthn resists phishing, and recovery codes remain for lost devices.',
    ['2FA options', "why can't customers get a text message when they log in"],
  ),
  decided(
    'service-mtls',
    'Services identify themselves to each other by mutual TLS certificates',
    'Shared secrets in headers were copied between environments. Certificates last 24 hours and come from the mesh.',
    [
      'how does one backend prove who it is when calling another',
      ['do internal calls carry an api key?', { 'zero-trust-net': 1 }],
    ],
  ),
  decided(
    'api-keys-prefix',
    'API keys carry a prefix and only their SHA-256 is stored',
    'The prefix lets secret scanners find leaked keys in public repositories. We show the key once and can never recover it.',
    ['a developer lost their access token, can we look it up in the database for them?'],
  ),
  decided(
    'impersonation-audit',
    'Support staff may act as a customer only with a reason and for 30 minutes',
    'Impersonation was invisible in the logs. Each such session now writes an audit entry and shows a banner.',
    [
      'can our helpdesk log in on behalf of a user',
      ['is there a trail of employees looking into client accounts', { 'audit-append': 1 }],
    ],
  ),
  decided(
    'logout-everywhere',
    'A version number on the user row invalidates all sessions at once',
    'With stateless JWTs we could not sign a user out. Raising the number makes every outstanding token fail its check.',
    [
      'how to kick someone out of all their devices immediately',
      'revoking access after an employee leaves',
    ],
  ),
];
