/** Settings of Web Push, and the services that notices may be sent to. docs/operations.md#push-notices */
import { z } from 'zod'
import { addressIn } from '../addresses.ts'
import { setting } from '../environment.ts'
import { isLoopback } from '../loopback.ts'

const SUBJECT = 'VAPID_SUBJECT precisa ter a forma mailto:pessoa@exemplo.com.br ou https://…'
const HOSTS = 'PUSH_HOSTS precisa de nomes separados por vírgula, como push.exemplo.com ou *.exemplo.com'

/** The push services of Chromium and Android, Firefox, Safari, and Edge. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const hostSchema = z.string().regex(/^(\*\.)?[a-z0-9.-]+$/i, HOSTS)

export const pushEnvironment = {
  VAPID_SUBJECT: setting(z.url({ protocol: /^(mailto|https)$/, error: SUBJECT }).optional(), {
    group: 'push',
    about:
      'Whom a push service writes to, a `mailto:` or `https:` address: [push notices](operations.md#push-notices).',
    otherwise: '`MAIL_FROM`, else `PUBLIC_URL`',
    example: 'mailto:ti@exemplo.com.br',
  }),
  PUSH_HOSTS: setting(
    z
      .string()
      .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
      .pipe(z.array(hostSchema))
      .optional(),
    {
      group: 'push',
      about: 'Push services that the server calls, comma-separated; `*.` in front for subdomains.',
      otherwise: 'those of Google, Mozilla, Apple and Microsoft',
    },
  ),
}

const pushEnvironmentSchema = z.object(pushEnvironment)

export interface PushConfig {
  /** VAPID_SUBJECT: whom a push service writes to about this installation, a mailto: or https: address. */
  readonly subject: string
  /** PUSH_HOSTS: the hosts that notices may be sent to; '*.' in front means any subdomain. */
  readonly hosts: readonly string[]
}

interface Defaults {
  readonly mailFrom: string
  readonly publicUrl: string | null
}

/** The settings of pushes. Without a mail server the public address is the sender. */
export function pushConfig(
  given: z.infer<typeof pushEnvironmentSchema>,
  { mailFrom, publicUrl }: Defaults,
): PushConfig {
  const isNamed = !mailFrom.includes('@localhost')
  const site = publicUrl?.startsWith('https:') === true && !isNamed ? publicUrl : null
  return {
    subject: given.VAPID_SUBJECT ?? site ?? `mailto:${addressIn(mailFrom)}`,
    hosts: given.PUSH_HOSTS ?? KNOWN_HOSTS,
  }
}

const isListed = (host: string, hosts: readonly string[]) =>
  hosts.some((listed) => (listed.startsWith('*.') ? host.endsWith(listed.slice(1)) : host === listed))

/**
 * Returns the address as it is called, or null where it belongs to no push service of the list. Browsers name the address, so
 * the list keeps the server from calling machines of its own network. What is checked, signed and called is the one reading
 * of it: two parsers may see two hosts in one text. Only a loopback address on the list may do without https.
 */
export function pushAddressOf(endpoint: string, { hosts }: Pick<PushConfig, 'hosts'>): string | null {
  if (!URL.canParse(endpoint)) return null
  const url = new URL(endpoint)
  const { protocol, hostname, username, password, port } = url
  if (username !== '' || password !== '' || !isListed(hostname, hosts)) return null
  const fits =
    protocol === 'http:'
      ? isLoopback(hostname)
      : protocol === 'https:' && (port === '' || isLoopback(hostname))
  url.hash = ''
  return fits ? url.href : null
}
