/** How many users are new to the viewer, beside 'Usuários' in the menu: docs/rules.md#users */
import { Badge } from '@mantine/core'
import { newUserCount } from '../../domain/session/new-users.ts'
import { useStored } from '../../opening/useStored.ts'
import classes from './SideMenu.module.css'

export function NewUsersBadge({ viewerId }: { readonly viewerId: number }) {
  const count = useStored(
    async ({ catalogue, openMirror }) => {
      const db = openMirror(viewerId)
      const [users, views] = await Promise.all([catalogue(db, 'user'), catalogue(db, 'user_view')])
      return newUserCount(viewerId, users, views)
    },
    [viewerId],
  )
  if (count === undefined || count === 0) return null
  const words = count === 1 ? '1 usuário novo' : `${count} usuários novos`
  return (
    <Badge size="sm" circle={count < 10} aria-label={words} title={words} className={classes.badge ?? ''}>
      {count}
    </Badge>
  )
}
