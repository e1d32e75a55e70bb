/** While a client's consent lasts, who indicated may follow: docs/rules.md#receipt */
import { type RawBuilder, sql } from 'kysely'
import { erasureOf } from '../queries/erasures.ts'

/**
 * Returns the condition that the client has neither been erased nor asked to withdraw the consent, to be erased, or for an end of
 * the treatment. A request counts from the moment when it is written down, before its answer; a denied one counts no more.
 */
export const consentLasts = (clientUid: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  not exists (
    select 1 from data_requests q
    where q.client_uid = ${clientUid}
      and q.kind in ('consent', 'erasure', 'opposition')
      and q.outcome is distinct from 'denied')
  and not exists (select 1 from client_erasures e where ${erasureOf(sql<string>`${clientUid}`)}))`
