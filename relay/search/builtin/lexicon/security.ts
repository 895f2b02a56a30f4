/** Keeping data and systems from harm. */
export const security = `
security =0.5
security, secure, safe, protect, protection, protected, vulnerability, vulnerable, exploit, hack, hacked, hacker, threat, threat model, attack surface, harden, hardening, owasp, breach, breached, compromise, compromised, intruder, unsafe, insecure, pentest, penetration test, security review, security headers, steal, stolen, break in

encryption < security ~ key-management tls
encrypt, encryption, encrypted, decrypt, decryption, cipher, ciphertext, aes, aes gcm, aes 256, chacha20, libsodium, nacl, at rest, encryption at rest, field level encryption, column encryption, envelope encryption, end to end encryption, e2ee, scramble, scrambled, unreadable, cannot be read, cannot read, nobody can read, cryptography, crypto, symmetric key, webcrypto, if the disk is stolen, plaintext, clear text, stored safely, sensitive columns

key-management < encryption ~ secret rotation
key management, kms, hsm, master key, data key, key rotation, encryption keys, key vault, wrap keys, cmk, customer managed keys, byok, where keys live, key store, keyring, keychain, lose the key

tls < encryption ~ certificate network
tls, ssl, https, hsts, transport encryption, in transit, encryption in transit, eavesdrop, eavesdropping, listen in, man in the middle, mitm, encrypted connection, padlock, starttls, tls termination, over the wire, snoop, sniff, wiretap, secure connection, read the traffic

certificate < tls ~ public-key expiry
certificate, certificates, cert, certs, lets encrypt, acme, certbot, x509, certificate authority, root ca, cert manager, certificate expiry, certificate renewal, expired certificate, certificate pinning, cert pinning, self signed, chain of trust

public-key < encryption ~ signature certificate
public key, private key, rsa, ed25519, elliptic curve, key pair, keypair, asymmetric, ecdsa, pgp, gpg, ssh key, curve25519, jwks, diffie hellman

signature < security ~ hashing public-key webhook
signature, signed, signing, sign?, digital signature, hmac, verify signature, signature verification, tamper, tampered, tampering, forged, forge, forgery, authenticity, authentic, really came from, genuine, came from us, who sent it, check the sender, cosign, sigstore, integrity, trust the sender, fake message, fake request

hashing ~ signature checksum password-hash
hash, hashing, hashed, sha256, sha 256, sha1, md5, digest, message digest, blake3, blake2, xxhash, murmur, fingerprint, one way function, hash function, collision, hash algorithm, content hash, cryptographic hash

checksum < hashing ~ data-integrity
checksum, crc32, crc, etag?, integrity check, subresource integrity, sri, corrupted, corruption, verify download, damaged file, bit rot, bits flipped, content address, content addressed, content hash, same content, identical content, file unchanged, arrived intact, intact

random =0.9 < security ~ unique-id
random, randomness, entropy, csprng, random bytes, secure random, seed, nonce, unguessable, unpredictable, math random, salt?, guessable, hard to guess, predict, pseudo random, random numbers, dice, shuffle

xss < security ~ html-sanitise csp
xss, cross site scripting, script injection, inject scripts, injected script, malicious script, escape html, escaping, html escaping, untrusted html, dangerouslysetinnerhtml, innerhtml, run their code in our page, foreign code in the page, unescaped, evil script, javascript in comments, trusted types

html-sanitise < xss ~ rich-text
sanitize, sanitise, sanitizer, sanitization, dompurify, allowlist tags, strip tags, clean html, user html, user generated html, user supplied markup, purify, strip dangerous, unsafe markup, sanitized markdown, markup from users, safe to show

csp < xss ~ browser http-header
content security policy, csp, script src, inline scripts, nonce?, report uri, unsafe inline, frame ancestors, clickjacking, x frame options, referrer policy, permissions policy, helmet, embedding our site, iframe, framed

csrf < security ~ cookie
csrf, xsrf, cross site request forgery, anti forgery, forgery token, same site, double submit, csrf token, forged request, request from another site, other site submits, another site acts, other websites, on the users behalf without consent, origin check, trick a browser, trick a user

cors < security ~ http-header browser
cors, cross origin, preflight, access control allow origin, allowed origins, origin header, same origin, same origin policy, other domains may call, call from another domain, allowed domains, origin allowlist, blocked by the browser, options request, which sites may call

sql-injection < security ~ query input-validation
sql injection, injection, injected, inject?, parameterized query, parameterised query, parameterized, prepared statement, bind parameters, placeholders?, string concatenation, untrusted input, query parameters escaped, escaping sql, nosql injection, raw sql, bobby tables, malicious input, dangerous input, concatenated

command-injection < security ~ process-exec sql-injection
command injection, shell injection, shell escape, execfile, no shell, shell quoting, shell arguments, remote code execution, rce, eval, code injection, arbitrary code, sandboxed code, vm2, run untrusted code, users code, prototype pollution

path-traversal < security ~ file-system
path traversal, directory traversal, zip slip, dot dot, outside the folder, escape the folder, symlink, symlink attack, path normalisation, path normalization, resolve path, other peoples files, chroot, file inclusion, arbitrary file, path check

ssrf < security ~ network webhook
ssrf, server side request forgery, internal addresses, private ip, metadata endpoint, metadata service, link local, dns rebinding, outgoing requests allowlist, fetch user urls, user supplied url, url given by a user, urls from users, block private networks, egress proxy, reach internal network, loopback

dependency-security < security ~ dependency supply-chain
npm audit, vulnerable dependency, vulnerable package, known vulnerabilities, cve, snyk, dependabot, osv, security advisory, advisories, security patch, security update, vulnerability scan, trivy, unpatched, holes in libraries, libraries with holes, unsafe packages, patched

supply-chain < security ~ dependency-security build-tool
supply chain, sbom, provenance, slsa, typosquatting, postinstall script, install scripts, lockfile?, malicious package, integrity hash, pinned dependency, signed releases, trusted publisher, private registry, tampered package, poisoned package, package takeover

secret < security ~ config key-management
secret, secrets, secret manager, secrets manager, vault, hashicorp vault, doppler, sops, sealed secrets, credentials?, hardcoded, hard coded, leaked key, leaked secret, secret scanning, gitleaks, trufflehog, aws secrets manager, ssm parameter, parameter store, sensitive values, sensitive settings, private values, confidential, database password, connection string?, accidentally committed, where passwords are kept, checked in by accident, one password, 1password, keep secret

rotation =0.8 < secret ~ key-management expiry
rotate, rotation, rotated, key rotation, secret rotation, credential rotation, replace keys, change keys, roll keys, rolling credentials, periodically changed, swap keys, renewal, renew, change passwords regularly, new keys every

privacy < security ~ consent data-deletion pii
privacy, gdpr, ccpa, data protection, personal data, hipaa, dpa, data subject, lawful basis, data processor, privacy policy, data minimisation, minimization, lgpd, regulator, compliance, compliant, legal, lawyers, law, european law, regulation, soc 2, soc2, iso 27001, private life, where data may live

pii < privacy ~ redaction
pii, personally identifiable, personal information, personal details, sensitive data, sensitive information, social security number, date of birth, phone number?, home address, names and addresses, patient data, health data, medical record, private information, personal, passport number, identity number

redaction < privacy ~ logging pii
redact, redaction, redacted, mask, masked, masking, scrub, scrubbing, strip sensitive, hide sensitive, anonymise, anonymize, anonymous, pseudonymise, pseudonymize, tokenisation, obfuscate, blank out, blacked out, leave out of logs, keep out of logs, not in the logs, remove personal, asterisks, fake data for real, personal data in logs, appear in logs

data-deletion < privacy ~ retention soft-delete
right to be forgotten, right to erasure, erase, erasure, delete account, account deletion, delete my data, delete personal, forget me, remove all traces, remove all data, wipe, purge, purged, hard delete, crypto shredding, deletion request, close account, closes account, gone for good, really gone, asks to be deleted, wants to leave, delete everything

data-export < privacy ~ csv
data export, export my data, data portability, subject access request, takeout, download my data, take their data, copy of their data, export archive, get data out, leave with their data, own data, everything we know about them, download everything

retention < data-deletion ~ archive log-storage expiry
retention, retention period, data retention, keep for days, how long we keep, how long kept, how long stored, days of history, months of history, delete after, deleted after, expire old, prune, pruning, clean up old, cleanup, old records, old rows, old data, remove old, throw away, housekeeping, lifecycle rule, lifecycle policy, stale data, pile up, grow forever, accumulate, old entries, dispose, discarded after

consent < privacy ~ cookie tracking
consent, cookie banner, opt in, opt out, opted out, cookie consent, tracking consent, do not track, agree to be tracked, consent management, terms accepted, accept terms, terms of service, permission to track, permission to contact, agreed, said yes, consented, agree to

data-residency < privacy ~ region
data residency, data sovereignty, eu region, stays in europe, stay in the country, data location, european customers, data must not leave, country where data lives, where is the data stored, eu only, leave the country, local law, physical location, german customers

audit < security ~ event-sourcing logging history
audit, audit log, audit trail, audit event, who did what, who changed, who changed it, changed by, trace of changes, accountability, record of actions, append only log, change log?, history of changes, evidence, tamper evident, prove what happened, who touched, find out who, find out who deleted, forensic, trail, who was responsible, what staff did

sandbox < security ~ process-exec container
sandbox, sandboxed, sandboxing, isolate, isolated, isolation, seccomp, gvisor, firecracker, microvm, isolated vm, jail, wasm sandbox, untrusted code, untrusted plugins, iframe sandbox, run foreign code, customer scripts, contain damage, cannot harm, walled off
`;
