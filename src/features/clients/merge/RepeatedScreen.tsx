/** 'Clientes repetidos': the pairs that may be one person, or two clients side by side. docs/rules.md#merging-clients */
import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useScreenSearch } from '../../../device/useScreenSearch.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { Comparison } from './Comparison.tsx'
import { PairList } from './PairList.tsx'
import { RecentMerges } from './RecentMerges.tsx'
import classes from './Repeated.module.css'
import { repeatedSearchSchema } from './repeated-search.ts'

export function RepeatedScreen({ user }: { readonly user: SessionUser }) {
  const [search, onSearch] = useScreenSearch(repeatedSearchSchema)
  const { um, outro, ...page } = search
  const [undone, setUndone] = useState(0)
  const back = (
    <Button
      component={Link}
      to={um === undefined ? '/clients' : '/clientes/repetidos'}
      variant="default"
      leftSection={<IconArrowLeft size={16} />}
      style={{ alignSelf: 'flex-start' }}
    >
      {um === undefined ? 'Clientes' : 'Clientes repetidos'}
    </Button>
  )
  return (
    <section className={classes.root} aria-label="Clientes repetidos">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Clientes repetidos</VisuallyHidden>
      <Stack gap="md">
        {back}
        {um !== undefined && outro !== undefined ? (
          // Another pair begins anew.
          <Comparison
            key={`${um} ${outro}`}
            user={user}
            first={um}
            second={outro}
            onDone={() => onSearch(page)}
          />
        ) : (
          <>
            <PairList user={user} search={page} onSearch={onSearch} version={undone} />
            <RecentMerges userId={user.id} onUndone={() => setUndone(undone + 1)} />
          </>
        )}
      </Stack>
    </section>
  )
}
