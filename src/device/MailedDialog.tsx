/** Where a mail is only a file: says so, and offers its link to be passed on by hand. docs/rules.md#mail */
import { Stack, Text } from '@mantine/core'
import { ASK_ADMINISTRATOR, copyWords, type Mailed } from '../domain/mail/mailed.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { LinkToCopy } from '../ui/LinkToCopy.tsx'

interface MailedDialogProps {
  readonly mail: Mailed
  readonly opened: boolean
  readonly onClose: () => void
}

export function MailedDialog({ mail, opened, onClose }: MailedDialogProps) {
  const { link } = mail
  return (
    <Dialog opened={opened} onClose={onClose} title="Nenhum e-mail foi enviado" size="md">
      <Stack gap="md">
        <Text>{link === null ? ASK_ADMINISTRATOR : copyWords(mail)}</Text>
        {link === null ? null : <LinkToCopy link={link} />}
      </Stack>
    </Dialog>
  )
}
