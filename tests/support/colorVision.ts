/**
 * How colors look to people without one kind of cone, and how different two colors look. The matrices are from Machado,
 * Oliveira and Fernandes (2009), for a complete lack, on linear sRGB. The distance is CIE76 in L*a*b*; people notice a
 * distance of about 2.3.
 */

/** Red, green, and blue from 0 to 1, as sRGB encodes them. */
export type Rgb = readonly [number, number, number];

export const VISIONS = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

export type Vision = keyof typeof VISIONS;

export function seen(color: Rgb, vision: Vision): Rgb {
  const linear = color.map(toLinear);
  const row = (i: number) =>
    [0, 1, 2].reduce((sum, column) => sum + VISIONS[vision][3 * i + column] * linear[column], 0);
  return [fromLinear(row(0)), fromLinear(row(1)), fromLinear(row(2))];
}

/** A color with this opacity (0 to 1) in front of another, mixed as a browser does it. */
export function over(color: Rgb, opacity: number, behind: Rgb): Rgb {
  const mix = (i: 0 | 1 | 2) => color[i] * opacity + behind[i] * (1 - opacity);
  return [mix(0), mix(1), mix(2)];
}

/** How different two colors look. */
export function distance(one: Rgb, other: Rgb, vision: Vision = 'usual'): number {
  const [a, b] = [labOf(seen(one, vision)), labOf(seen(other, vision))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** How far a color is from the gray of the same lightness, in L*a*b*. */
export function chroma(color: Rgb): number {
  const [, a, b] = labOf(color);
  return Math.hypot(a, b);
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  const within = Math.min(1, Math.max(0, value));
  return within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055;
}

function labOf(color: Rgb): Rgb {
  const [r, g, b] = color.map(toLinear);
  const x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = curve(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = curve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function curve(value: number): number {
  return value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116;
}
