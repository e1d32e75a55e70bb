/** 'Configurações' with its tabs: the settings, and 'Saúde'. docs/rules.md#settings */
import { Tabs, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import classes from './Health.module.css'
import { HealthWaiting } from './HealthWaiting.tsx'
import { SettingsScreen } from './SettingsScreen.tsx'
import type { SettingsSearch } from './settings-search.ts'
import { useFindings } from './useFindings.ts'

const HealthTab = lazy(async () => ({ default: (await import('./HealthTab.tsx')).HealthTab }))

interface SettingsTabsProps {
  readonly user: SessionUser
  readonly search: SettingsSearch
  readonly onSearch: (next: SettingsSearch) => void
}

export function SettingsTabs({ user, search, onSearch }: SettingsTabsProps) {
  const tab = search.aba ?? 'geral'
  const health = useFindings(user.id)
  // What is typed there and not saved outlives a look at the other tab.
  const [keepsForms, setKeepsForms] = useState(false)
  if (tab === 'geral' && !keepsForms) setKeepsForms(true)
  const problems = health.look?.findings.filter(({ state }) => state === 'problem').length ?? 0
  const open = (aba: string | null) => onSearch(aba === 'saude' ? { aba } : {})
  return (
    <Tabs value={tab} onChange={open}>
      <Tabs.List aria-label="Configurações" className={classes.tabs ?? ''}>
        <Tabs.Tab value="geral">Geral</Tabs.Tab>
        <Tabs.Tab
          value="saude"
          rightSection={
            problems === 0 ? null : (
              <SoftChip color="red">
                {problems}
                <VisuallyHidden> {problems === 1 ? 'problema' : 'problemas'}</VisuallyHidden>
              </SoftChip>
            )
          }
        >
          Saúde
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="geral">
        {keepsForms ? <SettingsScreen user={user} shown={search.secao} /> : null}
      </Tabs.Panel>
      <Tabs.Panel value="saude">
        {tab === 'saude' ? (
          <Suspense fallback={<HealthWaiting />}>
            <HealthTab health={health} />
          </Suspense>
        ) : null}
      </Tabs.Panel>
    </Tabs>
  )
}
