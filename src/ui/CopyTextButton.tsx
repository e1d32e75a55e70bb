import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from './copy-text.ts'

export function CopyTextButton({ text }: { readonly text: string }) {
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconCopy size={16} aria-hidden />}
      onClick={() => void copyText(text)}
    >
      Copiar texto
    </Button>
  )
}
