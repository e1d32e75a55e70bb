/** 'Configurações': the settings in sections under one 'Salvar', and the integrations. docs/rules.md#settings */
import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { settings as readSettings } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { SETTING_SECTIONS } from '../../../domain/settings/setting-lines.ts'
import { lazyAfterPaint } from '../../../opening/lazy-after-paint.tsx'
import { BrokerageCard } from './BrokerageCard.tsx'
import { BusinessHours } from './BusinessHours.tsx'
import { ControllerCard } from './ControllerCard.tsx'
import { Integrations } from './Integrations.tsx'
import { NumberSection } from './NumberSection.tsx'
import classes from './Settings.module.css'
import { SettingsIndex } from './SettingsIndex.tsx'
import { SavePartsContext, useSaveParts } from './save-parts.ts'
import { useSectionInSight } from './useSectionInSight.ts'

const SaveBar = lazyAfterPaint(async () => (await import('./SaveBar.tsx')).SaveBar)

/** Last on the screen, and with a table that nothing else here has. */
const MailFiles = lazy(async () => ({ default: (await import('./MailFiles.tsx')).MailFiles }))

/** Seldom used, and below all settings. */
const WholeExportCard = lazy(async () => ({
  default: (await import('../export/WholeExportCard.tsx')).WholeExportCard,
}))

/** The way back to the first steps, from 'Configurações'. */
function FirstStepsLink() {
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap">
          <IconRoute size={20} stroke={1.7} aria-hidden />
          <div>
            <Text fw={600}>Primeiros passos</Text>
            <Text size="sm" c="dimmed">
              Da corretora ao primeiro lead: o que está pronto e o que ficou para depois.
            </Text>
          </div>
        </Group>
        <Button variant="default" renderRoot={(props) => <Link to="/primeiros-passos" {...props} />}>
          Abrir os passos
        </Button>
      </Group>
    </Paper>
  )
}

interface SettingsScreenProps {
  readonly user: SessionUser
  /** The title of the card that is brought into sight. */
  readonly shown?: string | undefined
}

const cardIn = (root: HTMLElement | null, title: string) =>
  root?.querySelector<HTMLElement>(`:is(form, section)[aria-label="${CSS.escape(title)}"]`)

export function SettingsScreen({ user, shown }: SettingsScreenProps) {
  const settings = useLiveQuery(async () => readSettings(openMirror(user.id)), [user.id])
  const root = useRef<HTMLElement>(null)
  const isRead = settings !== undefined
  const parts = useSaveParts()
  const inSight = useSectionInSight(root)
  useEffect(() => {
    if (isRead && shown !== undefined) cardIn(root.current, shown)?.scrollIntoView({ block: 'start' })
  }, [isRead, shown])
  const show = (title: string) => {
    const card = cardIn(root.current, title)
    if (card === null || card === undefined) return
    card.scrollIntoView({ block: 'start' })
    const wrong = card.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A field would open the keyboard of a phone.
    card.tabIndex = -1
    ;(wrong ?? card).focus()
  }
  return (
    <section ref={root} className={classes.root} aria-label="Configurações">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Configurações</VisuallyHidden>
      <div className={classes.columns}>
        <SettingsIndex parts={parts.parts} inSight={inSight} onShow={show} />
        <Stack gap="md">
          <FirstStepsLink />
          {settings === undefined ? (
            <SimpleGrid cols={1} aria-busy="true" aria-label="Carregando">
              <Skeleton height={320} />
              <Skeleton height={220} />
            </SimpleGrid>
          ) : (
            <SavePartsContext value={parts}>
              <BrokerageCard settings={settings} />
              <ControllerCard settings={settings} />
              {SETTING_SECTIONS.map((section) => (
                <NumberSection key={section.title} section={section} settings={settings} />
              ))}
              <BusinessHours hours={settings.business_hours} />
            </SavePartsContext>
          )}
          <Integrations />
          <Suspense fallback={<Skeleton height={240} />}>
            <WholeExportCard user={user} />
          </Suspense>
          <Suspense fallback={<Skeleton height={160} />}>
            <MailFiles />
          </Suspense>
          {parts.changes === 0 && !parts.busy ? null : <SaveBar parts={parts} onShow={show} />}
        </Stack>
      </div>
    </section>
  )
}
