/** 'Privacidade': requests of data subjects and security incidents, each with the term of the law. docs/rules.md#data-requests */
import { Tabs, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useScreenSearch } from '../../../device/useScreenSearch.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { Dates } from '../../../ui/Dates.tsx'
import classes from '../CatalogueScreen.module.css'
import { IncidentsTab } from './IncidentsTab.tsx'
import type { Erasure } from './privacy-props.ts'
import { PRIVACY_TABS, type PrivacyTab, privacySearchSchema } from './privacy-search.ts'
import { RequestsTab } from './RequestsTab.tsx'

interface PrivacyScreenProps {
  readonly user: SessionUser
  readonly erasure: Erasure
}

const LABELS: Readonly<Record<PrivacyTab, string>> = { pedidos: 'Pedidos', incidentes: 'Incidentes' }

export function PrivacyScreen({ user, erasure }: PrivacyScreenProps) {
  const [search, onSearch] = useScreenSearch(privacySearchSchema)
  const aba = search.aba ?? 'pedidos'
  const shown = { user, search, onSearch }
  return (
    <Dates>
      <section className={classes.root} aria-label="Privacidade">
        {/* The frame shows the title. */}
        <VisuallyHidden component="h1">Privacidade</VisuallyHidden>
        <Tabs
          value={aba}
          onChange={(tab) =>
            onSearch({ aba: PRIVACY_TABS.find((each) => each === tab && each !== 'pedidos') })
          }
        >
          <Tabs.List aria-label="Privacidade" mb="md">
            {PRIVACY_TABS.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {LABELS[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="pedidos">
            {aba === 'pedidos' ? <RequestsTab {...shown} erasure={erasure} /> : null}
          </Tabs.Panel>
          <Tabs.Panel value="incidentes">
            {aba === 'incidentes' ? <IncidentsTab {...shown} /> : null}
          </Tabs.Panel>
        </Tabs>
      </section>
    </Dates>
  )
}
