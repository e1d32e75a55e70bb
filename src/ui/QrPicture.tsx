/** A text as a picture for another device's camera: always dark on light, since cameras read it so. */
import { encode, type QrCodeGenerateOptions } from 'uqr'

/** Modules of light around the code, as its standard asks for. */
const BORDER = 4

interface QrPictureProps {
  readonly text: string
  readonly label: string
  readonly className?: string | undefined
  /** In pixels. Absent: as the class has it. */
  readonly size?: number
  /** How much of it may be lost. Absent: the least that the text leaves room for. */
  readonly ecc?: NonNullable<QrCodeGenerateOptions['ecc']>
}

export function QrPicture({ text, label, className, size: side, ecc }: QrPictureProps) {
  const { data, size } = encode(text, { border: BORDER, ...(ecc === undefined ? {} : { ecc }) })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
      {...(side === undefined ? {} : { width: side, height: side, style: { flex: 'none' } })}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
