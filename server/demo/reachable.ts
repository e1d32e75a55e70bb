/** Whether strangers can sign in with the demo's accounts, whose password the README tells everybody. */
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import { isLoopback } from '../loopback.ts'
import { DEMO_MAIL_DOMAIN } from './people.ts'

type Place = Pick<AppContext, 'store' | 'config'>

/**
 * Known by their e-mail, which every version of the demo has given them: the database need not remember who filled
 * it.
 */
async function hasDemoAccounts({ store }: Place): Promise<boolean> {
  const found = await store.db
    .selectFrom('users')
    .select('id')
    .where(sql`split_part(email, '@', 2)`, '=', DEMO_MAIL_DOMAIN)
    .where('status', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * A server that listens to this machine alone is reached from others through a proxy: one is named, or there is a
 * public address.
 */
function isOpen({ config: { host, publicUrl, trustProxy } }: Place): boolean {
  return !isLoopback(host) || trustProxy !== null || (publicUrl !== null && !isLoopback(hostOf(publicUrl)))
}

/** Without the brackets in which a URL has an IPv6 address. */
const hostOf = (url: string) => new URL(url).hostname.replaceAll(/[[\]]/g, '')

/** True when the database holds active demo accounts and more than this machine reaches the server. */
export async function demoIsReachable(place: Place): Promise<boolean> {
  return isOpen(place) && (await hasDemoAccounts(place))
}
