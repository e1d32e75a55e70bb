/** The link as a QR code, to show on a tablet or to print. A lazy chunk: most visits need no code. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { encode } from 'uqr'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './External.module.css'

interface QrDialogProps {
  readonly url: string
  readonly name: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Modules of quiet ground around the code, as its standard asks for. */
const BORDER = 4

export function QrDialog({ url, name, opened, onClose }: QrDialogProps) {
  const { data, size } = encode(url, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <Dialog opened={opened} onClose={onClose} title="QR code do seu link" size="md">
      <Stack gap="sm" align="center" className={classes.print ?? ''}>
        <svg
          className={classes.qr}
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={`QR code do link de ${name}`}
          shapeRendering="crispEdges"
        >
          <rect width={size} height={size} fill="#fff" />
          <path d={path} fill="#000" />
        </svg>
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
