/** 'Configurações' with its tabs: the settings, and 'Saúde'. docs/rules.md#settings */
import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { lazy, Suspense } from 'react'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import classes from './Health.module.css'
import { HealthWaiting } from './HealthWaiting.tsx'
import { ServerProblems } from './ServerProblems.tsx'
import { SettingsScreen } from './SettingsScreen.tsx'
import type { SettingsSearch } from './settings-search.ts'

const HealthTab = lazy(async () => ({ default: (await import('./HealthTab.tsx')).HealthTab }))

interface SettingsTabsProps {
  readonly user: SessionUser
  readonly search: SettingsSearch
  readonly onSearch: (next: SettingsSearch) => void
}

export function SettingsTabs({ user, search, onSearch }: SettingsTabsProps) {
  const tab = search.aba ?? 'geral'
  const open = (aba: string | null) => onSearch(aba === 'saude' ? { aba } : {})
  return (
    <Tabs value={tab} onChange={open}>
      <Tabs.List aria-label="Configurações" className={classes.tabs ?? ''}>
        <Tabs.Tab value="geral">Geral</Tabs.Tab>
        <Tabs.Tab value="saude">Saúde</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="geral">
        {tab === 'geral' ? (
          <>
            <ServerProblems userId={user.id} onOpen={() => open('saude')} />
            <SettingsScreen user={user} />
          </>
        ) : null}
      </Tabs.Panel>
      <Tabs.Panel value="saude">
        {tab === 'saude' ? (
          <Suspense fallback={<HealthWaiting />}>
            <HealthTab userId={user.id} />
          </Suspense>
        ) : null}
      </Tabs.Panel>
    </Tabs>
  )
}
