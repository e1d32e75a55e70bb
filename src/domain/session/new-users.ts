/** How many users are new to the viewer: docs/rules.md#users */
import type { CatalogueValue, UserEntry } from '../catalogue/catalogue.ts'

export const USERS_SCREEN = 'users'

/**
 * Returns the number of other users that were created since the viewer last opened the list; before a first opening,
 * since the viewer itself was created.
 */
export function newUserCount(
  viewerId: number,
  users: readonly UserEntry[],
  views: readonly CatalogueValue<'user_view'>[],
): number {
  const opened = views.find(({ screen }) => screen === USERS_SCREEN)?.opened_at
  const since = Date.parse(opened ?? users.find(({ id }) => id === viewerId)?.created_at ?? '')
  if (Number.isNaN(since)) return 0
  return users.filter(
    ({ id, created_at }) => id !== viewerId && created_at !== null && Date.parse(created_at) > since,
  ).length
}
