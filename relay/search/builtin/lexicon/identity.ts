/** Who somebody is, what they may do, and how long they stay known. */
export const identity = `
identity =0.6 ~ user authorization
identity, principal, subject?, actor?, who somebody is, who the caller is, caller identity, who is calling, who made the request, current user, requester, identity provider, idp, whoami, who is asking

sign-in < identity ~ session password oauth access-token
authentication, authenticate, authn, auth, sign in, signin, log in, login, logon, logging in, logged in, prove who they are, prove who, proof of identity, verify identity, check who, who somebody is, enter the system, get into their account, credentials, sign users in, bearer?, unauthenticated, login page, let people in, identify themselves, knows who i am, know who, make sure it is really them, who is allowed in, passport js, auth guard, auth middleware

password < sign-in ~ password-hash account-recovery
password, passphrase, passcode, pin code, password rules, password strength, secret word, weak password, zxcvbn, password policy, password length, credential stuffing, passwordless?, haveibeenpwned, common password, breached password, guessable

password-hash < password ~ hashing
password hash, hash passwords, bcrypt, argon2, argon2id, scrypt, pbkdf2, salt, salted, pepper, salt rounds, cost factor, work factor, key stretching, stored passwords, store passwords, keep passwords, stolen password, leaked passwords, crack passwords, rainbow table

account-recovery < password ~ e-mail sign-in
forgot password, forgotten password, forget password, reset password, password reset, reset link, account recovery, recover account, recovery, locked out, get back in, lost access, lost their password, restore access, recovery code, recovery email, cannot remember password, change password, cannot get in

multi-factor < sign-in ~ passkey
multi factor, mfa, two factor, 2fa, second factor, totp, otp, one time code, one time password, authenticator app, sms code, backup codes, step up, second step, extra check at login, confirmation code, six digit code, verification code, code on the phone, prove it twice, google authenticator

passkey < sign-in ~ multi-factor public-key
passkey, webauthn, fido, fido2, biometric, fingerprint login, face id, touch id, security key, yubikey, hardware key, sign in without password, without a password, passwordless, platform authenticator, relying party

magic-link < sign-in ~ e-mail
magic link, login link, email link, sign in link, one time link, link by email, passwordless email, emailed link, link that signs in, click a link to log in, log in by email, expiring link, login without password, mailed link, single use link

oauth < sign-in ~ sso access-token third-party
oauth, oauth2, openid, openid connect, oidc, pkce, authorization code, authorization code flow, implicit flow, client credentials, consent screen, social login, sign in with google, sign in with github, login with google, login with facebook, apple sign in, google account, github account, scopes?, redirect uri, grant type, device code, device flow, authorization server, log in with another account, existing account elsewhere, third party login

sso < sign-in ~ oauth directory enterprise
single sign on, sso, saml, saml2, identity federation, federated, federation, okta, auth0, azure ad, entra, keycloak, cognito, one login, company login, corporate login, company account, employer account, onelogin, adfs, idp initiated, staff accounts, work account

directory < identity ~ sso enterprise onboarding
ldap, active directory, scim, directory sync, user provisioning, deprovisioning, provision users, employee leaves, somebody leaves the company, left the company, fired, offboarding, off boarding, joiner mover leaver, staff directory, just in time provisioning

access-token < sign-in ~ session api-key jwt token-expiry
access token, bearer token, auth token, token, id token, personal access token, opaque token, token introspection, authorization header, token exchange, session token, tokens?, bearer, credential?, proof of login, signed token, token claims

jwt < access-token ~ signature
jwt, json web token, jws, jose, jwks, jwk, claims, signed claims, hs256, rs256, es256, eddsa, stateless token, stateless session, self contained token, jsonwebtoken, token signature, audience claim, issuer claim, stateless auth

token-expiry < access-token ~ session expiry
refresh token, refresh tokens, token rotation, rotate refresh tokens, token expiry, token expires, expired token, short lived token, short lived, token lifetime, renew token, token renewal, silent refresh, sliding expiration, how long a login lasts, login expires, stay signed in?, session length, reauthenticate, log in again, sign in again, asked to log in again, token reuse, access expires

revocation < access-token ~ session log-out
revoke, revoked, revocation, blocklist, denylist, token blacklist, invalidate token, invalidate session, kill sessions, force logout, log out everywhere, sign out everywhere, cut off access, take away access, withdraw access, remove access, stolen token, stolen laptop, stolen device, lost device, kick out, compromised account, ban user, suspend account, deactivate account, block an account

session < sign-in ~ cookie access-token token-expiry
session, sessions, user session, login session, server side session, session store, session id, session cookie, stay signed in, stay logged in, keep me signed in, keep signed in, remember me, remember the user, remembered between visits, keep users logged in, still logged in, remember who is logged in, express session, iron session, session state, idle timeout, inactivity, idle users

log-out < session ~ revocation
log out, logout, sign out, signout, log off, end session, ends session, logged out, signed out, leave the account, terminate session, thrown out, kicked out, end of the session, auto logout, automatic logout

cookie < session ~ browser csrf
cookie, cookies, http only, httponly, same site, samesite, secure cookie, set cookie, third party cookie, first party cookie, cookie domain, cookie jar, signed cookie, browser remembers, cookie flag, cookie path

authorization < security ~ role sign-in tenant
authorization, authorize, authz, permission, permissions, access control, access rights, privilege, privileges, entitlement, allowed to, who may, who can see, who can do, who can edit, who may do, may see, forbidden, 403, deny, denied, access denied, grant access, policy?, policies?, acl, rights, opa, open policy agent, casbin, cedar, allowed?, restricted, restrict access, what people may do, permit, off limits, not allowed, abac, rebac, zanzibar, openfga, see other peoples data, ownership check, only the owner, unauthorized

role < authorization ~ admin
role, roles, rbac, role based, user role, moderator, editor role, viewer, owner role, admin role, team role, group membership, user groups, different kinds of users, member role, seniority, job title, permission set, permission matrix

admin < role ~ audit
admin, administrator, admin panel, back office, backoffice, superuser, super admin, root user, sudo, staff only, internal tool, internal tools, operator console, support staff, support team, impersonate, impersonation, log in as, act on behalf, act as a customer, elevated rights, staff, support agents

least-privilege < authorization ~ secret cloud
least privilege, minimal rights, minimal permission, scoped credentials, scoped token, as little access as possible, need to know, narrow scope, iam role, iam policy, service account, fine grained permission, only what it needs, blast radius?, zero trust, default deny, deny by default, short lived credentials, production access, break glass, just in time access

api-key < access-token ~ rate-limit secret api
api key, api keys, client key, access key, developer key, key prefix, personal key, integration key, key scopes, secret key, publishable key, api secret, client secret, keys for scripts, machine access, machine user, service token, program access, scripts log in, machine credentials, non human access, how scripts prove, bot token

service-auth < sign-in ~ service network certificate
service to service, machine to machine, m2m, mutual tls, mtls, client certificate, workload identity, spiffe, services trust each other, servers trust each other, internal calls, internal authentication, signed request, request signing, hmac signature?, shared secret, how services talk safely, trust between services, backends trust, inter service

tenant ~ enterprise authorization sharding
tenant, tenants, multi tenant, multitenancy, tenancy, tenant isolation, row level security, rls, tenant id, per customer, customer data apart, separate customers, organisation, organization, org?, workspace, workspaces, account isolation, one customers data, see another customers data, keep customers apart, customers share, company data separate, data of other customers, silo, pooled, schema per tenant, companies on the same database, leak between customers, own space, mix up customers

user =0.35
user, customer, customers, person, visitor, shopper, member?, account holder, end user, consumer?, client?, human, buyer?, guest?, subscriber?, audience, people, profile?

account =0.6 ~ user sign-up
account, accounts, user account, profile, user profile, profile page, account settings, my account, settings page, user record, display name, avatar, user name, username, merge accounts, link accounts, two accounts, same person twice, duplicate account

sign-up < account ~ onboarding e-mail-verification
sign up, signup, register, registration, create account, new account, new users, join, enrol, enroll, open an account, registering, self service registration, newcomer, become a member, account creation, new customers

e-mail-verification < sign-up ~ e-mail
verify email, email verification, confirm email, email confirmation, confirm address, double opt in, verification mail, activation link, activation mail, prove the address, real address, unverified, confirm their address, fake addresses, verified address, own the address, throwaway address

onboarding < sign-up ~ invitation
onboarding, getting started, first run, welcome screen, setup wizard, tutorial, tour, walkthrough, first steps, first time users, product tour, first time, first visit, newcomers, welcome

invitation < account ~ e-mail role
invite, invitation, invitations, invite link, add teammates, add a colleague, join a team, join the team, invited, pending invite, share access, bring in a colleague, add people, seats?, let others in, guest access, guests

brute-force < sign-in ~ rate-limit bot
brute force, account lockout, lock account, lockout, failed logins, failed attempts, wrong password, guess passwords, password guessing, guessing, too many attempts, login attempts, repeated attempts, try many passwords, credential stuffing, throttle logins

bot < abuse ~ rate-limit brute-force
bot, bots, captcha, recaptcha, hcaptcha, turnstile, scraper, scraping, crawlers?, automated traffic, fake accounts, fake sign ups, robots?, bot detection, human check, prove they are human, not a robot, honeypot

abuse < security ~ rate-limit
abuse, misuse, spam, spammer, fraud, fraudulent, malicious, bad actors, attackers, attack, attacker, troll, abusive, phishing, scam, moderation, content moderation, report content, bad people, hostile, flooding, ddos, denial of service, evil, block ip, waf

delegation < authorization ~ oauth
on behalf of, delegated access, delegation, share link, public link, shareable link, sharing, shared with, share documents, let somebody else see, view only link, link sharing, guest link, anyone with the link, collaborator
`;
