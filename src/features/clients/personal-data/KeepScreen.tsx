/** 'Guarda e descarte': what the law keeps of erased clients, and who would go without contact. docs/rules.md#legal-keep */
import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { settings as readSettings } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { KeptRecords } from './KeptRecords.tsx'
import classes from './PersonalDataScreen.module.css'
import { WithoutContactPart } from './WithoutContactPart.tsx'

export function KeepScreen({ user }: { readonly user: SessionUser }) {
  const settings = useLiveQuery(async () => readSettings(openMirror(user.id)), [user.id])
  return (
    <section className={classes.root} aria-label="Guarda e descarte">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Guarda e descarte</VisuallyHidden>
      <Button
        component={Link}
        to="/clients"
        variant="default"
        leftSection={<IconArrowLeft size={16} />}
        mb="md"
      >
        Clientes
      </Button>
      <Stack gap="md" maw={960}>
        <KeptRecords />
        {settings === undefined ? null : <WithoutContactPart set={settings.erase_without_contact_years} />}
      </Stack>
    </section>
  )
}
