/** 'Configurações' with its tabs: the settings, and 'Saúde'. docs/rules.md#settings */
import { Tabs, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { useScreenSearch } from '../../../device/useScreenSearch.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import classes from './Health.module.css'
import { HealthWaiting } from './HealthWaiting.tsx'
import { SettingsScreen } from './SettingsScreen.tsx'
import { useFindings } from './useFindings.ts'
import '@mantine/core/styles/Tabs.layer.css'

/** What the address of 'Configurações' carries. */
const settingsSearchSchema = z.object({
  aba: z.literal('saude').optional().catch(undefined),
  /** The title of the card that is brought into sight. */
  secao: z.string().max(60).optional().catch(undefined),
})

const HealthTab = lazy(async () => ({ default: (await import('./HealthTab.tsx')).HealthTab }))

export function SettingsTabs({ user }: { readonly user: SessionUser }) {
  const [search, onSearch] = useScreenSearch(settingsSearchSchema)
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
