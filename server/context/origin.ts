/**
 * The origin of links: PUBLIC_URL, else the address by which the caller came. A caller can write any Host, so that address
 * is used only in what the same caller gets or causes; a mail server requires PUBLIC_URL. docs/security.md#links
 */
import type { AppContext } from './app-context.ts'
import type { Call } from './call.ts'

type Place = Pick<AppContext, 'config'>

/** Where there is no caller, such as a mail that a loop sends: PUBLIC_URL, else this machine. */
export const ownOrigin = ({ config }: Place): string => config.publicUrl ?? `http://localhost:${config.port}`

/** With a name or an address, and a port. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Returns protocol, host and port. X-Forwarded-Host and -Proto count only from a proxy of TRUST_PROXY. */
export function originOf(place: Place, { origin }: Pick<Call, 'origin'>): string {
  const { publicUrl } = place.config
  if (publicUrl !== null) return publicUrl
  return ORIGIN.test(origin) && URL.canParse(origin) ? new URL(origin).origin : ownOrigin(place)
}

/** The dependencies of a call whose answer or mail has a link. */
export interface CallContext extends AppContext {
  readonly origin: string
}

export const callContext = (context: AppContext, call: Call): CallContext => ({
  ...context,
  origin: originOf(context, call),
})
