// Short synthesized tones for events of the game. They are off by default.
import { kept } from "../keep.js";

/** For each tone, its pitches in hertz, one after the other, and the time of each in seconds. @type {Record<string, [number[], number]>} */
const TONES = {
  hit: [[190, 110], 0.09],
  back: [[520, 520], 0.07],
  out: [[440, 660], 0.08],
  ball: [[300], 0.05],
  solved: [[523, 659, 784, 1047], 0.11],
  missed: [[330, 247], 0.16],
};
const LOUD = 0.12;

/** @type {AudioContext | undefined} */
let context;

/** Plays a tone, if sounds are on. @param {keyof typeof TONES} name */
export function sound(name) {
  if (kept("sound") !== "on") return;
  context ??= new AudioContext();
  const [pitches, time] = TONES[name];
  const [tone, gain, begun] = [context.createOscillator(), context.createGain(), context.currentTime];
  tone.type = "triangle";
  pitches.forEach((pitch, at) => tone.frequency.setValueAtTime(pitch, begun + at * time));
  gain.gain.setValueAtTime(LOUD, begun);
  gain.gain.exponentialRampToValueAtTime(0.001, begun + pitches.length * time + 0.1);
  tone.connect(gain).connect(context.destination);
  tone.start();
  tone.stop(begun + pitches.length * time + 0.1);
}
