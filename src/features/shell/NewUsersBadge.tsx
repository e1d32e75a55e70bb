/** How many users are new to the viewer, beside 'Usuários' in the menu: docs/rules.md#users */
import { Badge } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { openMirror } from '../../db/mirror/mirror.ts'
import { catalogue } from '../../db/mirror/reads.ts'
import { newUserCount } from '../../domain/session/new-users.ts'
import { firstScreenShown } from '../../workers/first-screen.ts'
import classes from './SideMenu.module.css'

export function NewUsersBadge({ viewerId }: { readonly viewerId: number }) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let gone = false
    // The first screen reads the same store: it goes first.
    void firstScreenShown().then(() => {
      if (!gone) setReady(true)
    })
    return () => {
      gone = true
    }
  }, [])
  return ready ? <Count viewerId={viewerId} /> : null
}

function Count({ viewerId }: { readonly viewerId: number }) {
  const count = useLiveQuery(async () => {
    const db = openMirror(viewerId)
    const [users, views] = await Promise.all([catalogue(db, 'user'), catalogue(db, 'user_view')])
    return newUserCount(viewerId, users, views)
  }, [viewerId])
  if (count === undefined || count === 0) return null
  const words = count === 1 ? '1 usuário novo' : `${count} usuários novos`
  return (
    <Badge size="sm" circle={count < 10} aria-label={words} title={words} className={classes.badge ?? ''}>
      {count}
    </Badge>
  )
}
