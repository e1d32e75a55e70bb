/** 'Profile': who one is, the two forms, and one's own sessions. docs/rules.md#profile */
import { Paper, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { Mailed } from '../../domain/mail/mailed.ts'
import { may } from '../../domain/permissions/actions.ts'
import { isBroker } from '../../domain/permissions/roles.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { AccountEvents } from './AccountEvents.tsx'
import { ContactForm } from './ContactForm.tsx'
import { CalendarPlace } from './calendar/CalendarPlace.tsx'
import { OwnDevices } from './OwnDevices.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import classes from './ProfileScreen.module.css'
import { StartPageChoice } from './StartPageChoice.tsx'
import { DeviceProtection } from './security/DeviceProtection.tsx'
import { SecuritySection } from './security/SecuritySection.tsx'

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
        {may('calendar.use', roleOf(user)) ? <CalendarPlace userId={user.id} /> : null}
        <AccountEvents userId={user.id} />
        <OwnSessions key={passwords} userId={user.id} />
        <OwnDevices userId={user.id} />
      </Stack>
    </section>
  )
}
