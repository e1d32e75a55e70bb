/** 'Profile': who one is, the two forms, and one's own sessions. docs/rules.md#profile */
import { Paper, SegmentedControl, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useStartPage } from '../../device/useStartPage.ts'
import type { Mailed } from '../../domain/mail/mailed.ts'
import { may } from '../../domain/permissions/actions.ts'
import { isBroker } from '../../domain/permissions/roles.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { START_PAGES, startPageSchema } from '../../domain/session/start-page.ts'
import { lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import { AccountEvents } from './AccountEvents.tsx'
import { ContactForm } from './ContactForm.tsx'
import { CALENDAR_TEXT, CALENDAR_TITLE } from './calendar/words.ts'
import { OwnDevices } from './OwnDevices.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import classes from './ProfileScreen.module.css'
import { ReceiptMails } from './ReceiptMails.tsx'
import { ServerSection } from './ServerSection.tsx'
import { DeviceProtection } from './security/DeviceProtection.tsx'
import { SecuritySection } from './security/SecuritySection.tsx'

const List = lazyAfterPaint<{ readonly viewerId: number; readonly userId: number }>(
  async () => (await import('../../device/absences/Absences.tsx')).Absences,
  () => null,
)

/** 'Ausência': the user's own leaves. docs/rules.md#absences */
function AbsenceSection({ userId }: { readonly userId: number }) {
  return (
    <ServerSection
      title="Ausência"
      text="Férias ou folga: ninguém passa leads a você nesses dias, e quem o substitui vê os seus leads e faz os retornos."
      problem={null}
      isLoading={false}
      dialogs={null}
    >
      <List viewerId={userId} userId={userId} />
    </ServerSection>
  )
}

/** 'Calendário', whose code comes after the first painting. */
const CalendarSection = lazyAfterPaint<{ readonly userId: number }>(
  async () => (await import('./calendar/CalendarSection.tsx')).CalendarSection,
  () => (
    <ServerSection title={CALENDAR_TITLE} text={CALENDAR_TEXT} problem={null} isLoading dialogs={null}>
      {null}
    </ServerSection>
  ),
)

const LABEL = 'Tela inicial'

/** 'Tela inicial': what Farol opens with. docs/rules.md#my-day */
function StartPageChoice({ userId }: { readonly userId: number }) {
  const { value, save } = useStartPage(userId)
  return (
    <Paper component="section" withBorder p="lg" aria-label={LABEL}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          {LABEL}
        </Title>
        <Text c="dimmed" size="sm">
          O que o Farol mostra ao abrir. Vale também nos seus outros aparelhos.
        </Text>
        <SegmentedControl
          aria-label={LABEL}
          data={START_PAGES.map(({ path, label }) => ({ value: path, label }))}
          value={value?.path ?? '/'}
          disabled={value === undefined}
          onChange={(path) => {
            const chosen = startPageSchema.safeParse({ path }).data
            if (chosen !== undefined) save(chosen)
          }}
        />
      </Stack>
    </Paper>
  )
}

interface ProfileScreenProps {
  readonly user: SessionUser
  /** 'Proteger este aparelho'. */
  readonly onProtect: () => void
}

export function ProfileScreen({ user, onProtect }: ProfileScreenProps) {
  /** Read anew after a new password, which ends the other sessions. */
  const [passwords, setPasswords] = useState(0)
  const [waiting, setWaiting] = useState<Mailed | null>(null)
  const { name, login, phone, email } = user
  const lines = [
    ['Nome', name],
    ['Login', login],
    ['Telefone', phone === '' ? '—' : formatPhone(phone)],
    ['E-mail', email],
  ] as const
  return (
    <section className={classes.root} aria-label="Profile">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Profile</VisuallyHidden>
      <Stack gap="md" maw={960} mx="auto">
        <Paper component="section" withBorder p="lg" aria-label="Seus dados">
          <Stack gap="md">
            <Title order={2} size="h4">
              Seus dados
            </Title>
            <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 4 }} spacing="md" m={0}>
              {lines.map(([label, value]) => (
                <div key={label}>
                  <Text component="dt" size="sm" c="dimmed">
                    {label}
                  </Text>
                  <Text component="dd" m={0} className={classes.value}>
                    {value}
                  </Text>
                </div>
              ))}
            </SimpleGrid>
          </Stack>
        </Paper>
        {isBroker(roleOf(user)) ? <StartPageChoice userId={user.id} /> : null}
        {/* Another phone or address begins the form anew. */}
        <ContactForm key={`${phone} ${email}`} user={user} waiting={waiting} onWaiting={setWaiting} />
        <PasswordForm user={user} onSaved={() => setPasswords((count) => count + 1)} />
        {/* Before what the server answers, which would move its buttons under a finger. */}
        <DeviceProtection user={user} onProtect={onProtect} />
        <SecuritySection key={`security ${passwords}`} user={user} />
        {may('absences.write', roleOf(user)) ? <AbsenceSection userId={user.id} /> : null}
        {may('receipts.follow', roleOf(user)) ? <ReceiptMails user={user} /> : null}
        {may('calendar.use', roleOf(user)) ? <CalendarSection userId={user.id} /> : null}
        <AccountEvents userId={user.id} />
        <OwnSessions key={passwords} userId={user.id} />
        <OwnDevices userId={user.id} />
      </Stack>
    </section>
  )
}
