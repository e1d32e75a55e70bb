/** 'Configurações': the settings in sections, each saved by itself, and the integrations. docs/rules.md#settings */
import { SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { settings as readSettings } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { SETTING_SECTIONS } from '../../../domain/settings/setting-lines.ts'
import classes from '../CatalogueScreen.module.css'
import { FirstStepsLink } from '../first-steps/FirstStepsLink.tsx'
import { BrokerageCard } from './BrokerageCard.tsx'
import { BusinessHours } from './BusinessHours.tsx'
import { ControllerCard } from './ControllerCard.tsx'
import { Integrations } from './Integrations.tsx'
import { NumberSection } from './NumberSection.tsx'

/** Last on the screen, and with a table that nothing else here has. */
const MailFiles = lazy(async () => ({ default: (await import('./MailFiles.tsx')).MailFiles }))

/** Seldom used, and below all settings. */
const WholeExportCard = lazy(async () => ({
  default: (await import('../export/WholeExportCard.tsx')).WholeExportCard,
}))

interface SettingsScreenProps {
  readonly user: SessionUser
  /** The title of the card that is brought into sight. */
  readonly shown?: string | undefined
}

export function SettingsScreen({ user, shown }: SettingsScreenProps) {
  const settings = useLiveQuery(async () => readSettings(openMirror(user.id)), [user.id])
  const root = useRef<HTMLElement>(null)
  const isRead = settings !== undefined
  useEffect(() => {
    if (!isRead || shown === undefined) return
    const card = root.current?.querySelector<HTMLElement>(`[aria-label=${CSS.escape(shown)}]`)
    card?.scrollIntoView({ block: 'start' })
  }, [isRead, shown])
  return (
    <section ref={root} className={classes.root} aria-label="Configurações">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Configurações</VisuallyHidden>
      <Stack gap="md" maw={960} mx="auto">
        <FirstStepsLink />
        {settings === undefined ? (
          <SimpleGrid cols={1} aria-busy="true" aria-label="Carregando">
            <Skeleton height={320} />
            <Skeleton height={220} />
          </SimpleGrid>
        ) : (
          <>
            <BrokerageCard settings={settings} />
            <ControllerCard settings={settings} />
            {SETTING_SECTIONS.map((section) => (
              <NumberSection key={section.title} section={section} settings={settings} />
            ))}
            <BusinessHours hours={settings.business_hours} />
          </>
        )}
        <Integrations />
        <Suspense fallback={<Skeleton height={240} />}>
          <WholeExportCard user={user} />
        </Suspense>
        <Suspense fallback={<Skeleton height={160} />}>
          <MailFiles />
        </Suspense>
      </Stack>
    </section>
  )
}
