/** The link as a QR code, to show on a tablet or to print. A lazy chunk: most visits need no code. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Dialog } from '../../ui/Dialog.tsx'
import { QrPicture } from '../../ui/QrPicture.tsx'
import classes from './External.module.css'

interface QrDialogProps {
  readonly url: string
  readonly name: string
  readonly opened: boolean
  readonly onClose: () => void
}

export function QrDialog({ url, name, opened, onClose }: QrDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="QR code do seu link" size="md">
      <Stack gap="sm" align="center" className={classes.print ?? ''}>
        <QrPicture text={url} label={`QR code do link de ${name}`} className={classes.qr} ecc="M" />
        <Text ta="center">Aponte a câmera do celular. Indicado por {name}.</Text>
        <Text size="sm" c="dimmed" className={classes.url ?? ''}>
          {url}
        </Text>
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </Group>
    </Dialog>
  )
}
