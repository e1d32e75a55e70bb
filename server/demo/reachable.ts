/** Detects a server on which strangers can sign in with the demo accounts, whose password is public. */
import { sql } from 'kysely'
import type { Config } from '../base/config.ts'
import { isLoopback } from '../base/loopback.ts'
import type { Store } from '../db/store.ts'
import { DEMO_MAIL_DOMAIN } from './accounts.ts'

interface Place {
  readonly store: Pick<Store, 'db'>
  readonly config: Config
}

/** True when there are active users with the demo's e-mail domain, which all versions of the demo use. */
async function hasDemoAccounts({ store }: Place): Promise<boolean> {
  const found = await store.db
    .selectFrom('users')
    .select('id')
    .where(sql`split_part(lower(email), '@', 2)`, '=', DEMO_MAIL_DOMAIN)
    .where('status', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** True when other machines reach the server: it listens to them, a proxy is configured, or there is a public URL. */
function isOpen({ config: { host, publicUrl, trustProxy } }: Place): boolean {
  return !isLoopback(host) || trustProxy !== null || (publicUrl !== null && !isLoopback(hostOf(publicUrl)))
}

/** The host name, without the brackets of an IPv6 address. */
const hostOf = (url: string) => new URL(url).hostname.replaceAll(/[[\]]/g, '')

/** True when the database has active demo accounts and other machines reach the server. */
export async function demoIsReachable(place: Place): Promise<boolean> {
  return isOpen(place) && (await hasDemoAccounts(place))
}
