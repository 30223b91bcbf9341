const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;
const ATOM = "[!#$%&'*+/=?^`{|}~\\w-]+";
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`);
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const BRACKETED_IPV4 = new RegExp(`^\\[${OCTET}(?:\\.${OCTET}){3}\\]$`);

/**
 * A local part, '@', and a domain whose last label has two letters or more, or an IPv4 address in brackets: the rule of
 * `kernel::EmailAddress`.
 */
export function isEmail(typed: string): boolean {
  const text = typed.trim();
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const fits = at > 0 && text.length <= MAX_EMAIL_LENGTH && local.length <= MAX_LOCAL_LENGTH;
  return fits && LOCAL.test(local) && (DOMAIN.test(domain) || BRACKETED_IPV4.test(domain));
}
