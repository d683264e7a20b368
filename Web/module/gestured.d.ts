// Types of gestured.js. docs/web.md is the manual.

export const version: string;

// --- kinds ---
// `make pages` writes this part from the catalog of recognizers.
export type Kind =
  | "tap" | "long_press" | "pan" | "swipe" | "pinch" | "rotation" | "edge_pan" | "transform" | "press_and_drag"
  | "tip_tap" | "check_mark" | "hold_and_twist" | "hover";
/** Kinds with one event. All others last. */
type DiscreteKind =
  | "tap" | "swipe" | "check_mark";
// --- end of kinds ---
/** A kind as pages write it. */
export type KindName = Kind | Dashed<Kind> | "rotate" | "press";
type Dashed<Word extends string> = Word extends `${infer Head}_${infer Tail}` ? `${Head}-${Dashed<Tail>}` : Word;
export type Phase = "start" | "move" | "end" | "cancel";
/** CSS px, `"40px"` or `"5mm"`. */
export type Length = number | `${number}px` | `${number}mm`;

/** A mistake or a refusal; docs/web.md has a remedy for each code. */
export class GesturedError extends Error {
  readonly code:
    | "blocked" | "refused" | "unavailable" | "incompatible" | "limit" | "no-window" | "no-screen" | "unsupported"
    | "not_permitted" | (string & {});
  readonly path?: string;
  readonly hint?: string;
  constructor(code: string, message: string, details?: { path?: string; hint?: string });
}

export interface Finger {
  readonly id: number;
  readonly clientX: number;
  readonly clientY: number;
  /** Whether the finger has lifted. */
  readonly up: boolean;
}

/** The fields that every event has. */
export class GesturedEvent extends CustomEvent<null> {
  /** Pages get events, and make none: see `Gestures.simulate`. */
  private constructor();
  readonly gesture: string;
  readonly kind: Kind;
  readonly phase: Phase;
  readonly state: "began" | "changed" | "ended" | "cancelled";
  readonly first: boolean;
  readonly last: boolean;
  readonly canceled: boolean;
  readonly reason?: "daemon" | "connection" | "dropped" | "stopped";
  /** When the fingers did it, on the scale of performance.now(). */
  readonly timeStamp: number;
  readonly touchCount: number;
  readonly fingers?: readonly Finger[];
  /** The function's result for the event before; undefined at the first. */
  readonly memo: any;
  readonly coalesced: readonly this[];
  /** The wire's line, in mm and radians; null for a simulated event and for a cancel without a line. */
  readonly line: Readonly<Record<string, any>> | null;
  /** Places are undefined where the daemon withholds them, and so are the travels and matrices of other kinds. */
  readonly clientX?: number;
  readonly clientY?: number;
  readonly pageX?: number;
  readonly pageY?: number;
  readonly offsetX?: number;
  readonly offsetY?: number;
}

export interface Start { readonly startX?: number; readonly startY?: number }
export interface Moving {
  readonly deltaX?: number;
  readonly deltaY?: number;
  readonly movementX?: number;
  readonly movementY?: number;
  readonly velocityX?: number;
  readonly velocityY?: number;
}
export interface Scaling { readonly scale: number; readonly scaleDelta: number; readonly scaleVelocity: number }
export interface Turning {
  readonly rotation: number;
  readonly rotationDelta: number;
  readonly rotationVelocity: number;
}
export interface Matrix { readonly matrix?: DOMMatrix; readonly matrixDelta?: DOMMatrix }

// --- events ---
// `make pages` writes this part from the catalog of recognizers.
export interface TapEvent extends GesturedEvent {
  readonly taps: number;
}
export interface LongPressEvent extends GesturedEvent, Start {
  readonly duration: number;
}
export interface PanEvent extends GesturedEvent, Start, Moving, Matrix {
  readonly progress?: number;
}
export interface SwipeEvent extends GesturedEvent {
  readonly direction: "left" | "right" | "up" | "down";
  readonly velocityX?: number;
  readonly velocityY?: number;
}
export interface PinchEvent extends GesturedEvent, Scaling, Matrix {}
export interface RotationEvent extends GesturedEvent, Turning, Matrix {}
export interface EdgePanEvent extends GesturedEvent, Start, Moving {
  readonly edge: "left" | "right" | "top" | "bottom" | "top_left" | "top_right" | "bottom_left" | "bottom_right";
  readonly progress?: number;
}
export interface TransformEvent extends GesturedEvent, Start, Moving, Scaling, Turning, Matrix {}
export interface PressAndDragEvent extends GesturedEvent, Start, Moving {
  readonly dragPhase: "held" | "dragged";
}
export interface TipTapEvent extends GesturedEvent {
  readonly tips: number;
  readonly side: "left" | "right";
}
export interface CheckMarkEvent extends GesturedEvent, Start {}
export interface HoldAndTwistEvent extends GesturedEvent, Turning {}
export interface HoverEvent extends GesturedEvent {}
interface EventOfKind {
  tap: TapEvent;
  long_press: LongPressEvent;
  pan: PanEvent;
  swipe: SwipeEvent;
  pinch: PinchEvent;
  rotation: RotationEvent;
  edge_pan: EdgePanEvent;
  transform: TransformEvent;
  press_and_drag: PressAndDragEvent;
  tip_tap: TipTapEvent;
  check_mark: CheckMarkEvent;
  hold_and_twist: HoldAndTwistEvent;
  hover: HoverEvent;
}
// --- end of events ---
/** All fields of all kinds, for functions of recognizers. */
export interface AnyGesturedEvent extends GesturedEvent, Start, Moving, Scaling, Turning, Matrix {
  readonly direction: "left" | "right" | "up" | "down";
  readonly edge: string;
  readonly taps: number;
  readonly tips: number;
  readonly side: "left" | "right";
  readonly duration: number;
  readonly progress?: number;
  readonly dragPhase: "held" | "dragged";
  readonly values?: Readonly<Record<string, any>>;
}

export type Listener = (event: AnyGesturedEvent) => any;

/** Options of docs/configuration.md in camelCase, without their unit. */
export interface RecognizerOptions {
  kind?: KindName;
  on?: Listener;
  /** Whether moves of one frame are one event. */
  coalesce?: boolean;
  touches?: number | number[];
  taps?: number;
  direction?: string | string[];
  edges?: string | string[];
  axis?: string | string[];
  side?: string | string[];
  /** Other recognizers: keys, `"NAME.key"`, `"kind:pan"` or `"*"`. */
  requireToFail?: string | string[];
  requiredToFailBy?: string | string[];
  requireNotBegun?: string | string[];
  simultaneousWith?: string | string[];
  canPrevent?: string | string[];
  canBePreventedBy?: string | string[];
  distance?: Length;
  movement?: Length;
  allowableMovement?: Length;
  minimumDistance?: Length;
  fullDistance?: Length;
  minimumChange?: Length;
  minimumArc?: Length;
  minimumStroke?: Length;
  band?: Length;
  wrongWay?: Length;
  turnBack?: Length;
  tapMovement?: Length;
  tapDistance?: Length;
  /** In ms. */
  minimumPress?: number;
  maximumPress?: number;
  gap?: number;
  maximumDuration?: number;
  minimumRest?: number;
  early?: number;
  landingWindow?: number;
  tapMaximumPress?: number;
  tapGap?: number;
  /** In degrees. */
  cone?: number;
  minimumCone?: number;
  earlyCone?: number;
  minimumTurn?: number;
  /** In percent. */
  sectionFrom?: number;
  sectionTo?: number;
  maximumTouches?: number;
  buttonMask?: number;
  priority?: number;
  passive?: boolean;
  enabled?: boolean;
  eager?: boolean;
  system?: boolean;
  edgePriority?: boolean;
  requiresExclusiveTouchType?: boolean;
  cancelsTouchesInView?: boolean;
  delaysTouchesBegan?: boolean;
  delaysTouchesEnded?: boolean;
  shouldBegin?: string;
  allowedTouchTypes?: string | string[];
  allowedPressTypes?: string | string[];
  allowedScrollTypes?: string | string[];
  ignoredRegions?: string | string[];
  action?: string;
  target?: string;
  /** Any option as the wire has it, or in camelCase with its unit. */
  [option: `${string}_${string}` | `${string}Mm` | `${string}Ms` | `${string}Degrees` | `${string}Percent`]: unknown;
}

export type Recognizer = true | Listener | RecognizerOptions;

export interface ObserveOptions {
  signal?: AbortSignal;
  /** For relations of other calls: `"NAME.key"`. */
  name?: string;
  /** Called for every recognizer of this call. */
  on?: Listener;
  /** Whether buttons, links and inputs inside keep their own taps. */
  interactive?: "shield" | "observe";
  /**
   * The browser's part of the same touches. The strictest of several calls for one element counts, here and for
   * `interactive` and `shape`.
   */
  native?: "prevent" | "keep" | "scroll-y" | "scroll-x";
  /** The bounding box, or the turned outline with own coordinates. */
  shape?: "box" | "transform";
  /** Whether events list their fingers. */
  fingers?: boolean;
  coalesce?: boolean;
}

export interface Handle {
  readonly element: Element;
  readonly name?: string;
  /** Fulfilled once the daemon has region and recognizers; rejected with a GesturedError, which the console has too. */
  readonly ready: Promise<void>;
  /** Ends what the call began. */
  stop(): void;
  /** Changes options, and the function. Where the daemon refuses them, nothing changes. */
  set(changes: Record<string, Omit<RecognizerOptions, "kind" | "coalesce">>): Promise<void>;
  /**
   * Sets values of a gesture under way anew: the rotation in degrees, the deltas in px. One delta alone sets the other
   * to 0.
   */
  reset(
    key: string,
    values: { scale?: number; rotation?: number; deltaX?: number; deltaY?: number; identity?: true },
  ): Promise<void>;
}

export interface Filter {
  type?: string | string[];
  kind?: Kind | Kind[];
  recognizer?: string | string[];
  touch_count?: number | number[];
  state?: string | string[];
  region?: string | string[];
  descendants?: boolean;
  device?: number | string;
  /** Also of recognizers that belong to other clients. */
  owners?: "all";
}

export interface Mapping {
  readonly source: "exact" | "learned" | "reported";
  readonly trusted: boolean;
  readonly error: number | null;
}

export class Gestures extends EventTarget {
  /** `url` of the service, `screen` under the page (its name, table or output), `WebSocket` for tests. */
  constructor(options?: { url?: string; screen?: string | number; WebSocket?: unknown });
  readonly state: "idle" | "connecting" | "open" | "waiting" | "failed";
  /** The last reason why there is no connection, or no touchscreen. */
  readonly error: GesturedError | null;
  /** The touchscreen under the page, as the wire's `device` line. */
  readonly device: Readonly<Record<string, any>> | null;
  /** Whether gestures come now. */
  readonly supported: boolean;
  /** The words in `features` of the daemon's `hello`. */
  readonly features: readonly string[];
  /** Where the map from mm to CSS px comes from, and by how many mm it may be off. */
  readonly mapping: Mapping | null;
  /** Fulfilled once the state is `open`. `observe` and `listen` connect by themselves. */
  connect(): Promise<void>;
  /** One region for the element, and one recognizer for each key. */
  observe(element: Element, recognizers: Record<string, Recognizer>, options?: ObserveOptions): Handle;
  /** A region without recognizers in front of what lies behind the element. */
  shield(element: Element, options?: { signal?: AbortSignal }): Handle;
  /** Looks anew where everything lies, after a change that nothing announces: another z-index in a style sheet. */
  refresh(): void;
  /** Ignores landings in the page's regions until as many calls of `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /**
   * Sends a request of docs/requests.md, and resolves with its reply. Without a connection it rejects with
   * `unavailable`.
   */
  request(command: string, fields?: object, options?: { signal?: AbortSignal }): Promise<Record<string, any>>;
  /**
   * The raw lines that fit a filter of docs/requests.md, or one of several. Throws a GesturedError where the filter is
   * refused, and in the state `failed`.
   */
  listen(
    filter?: Filter | Filter[],
    options?: { signal?: AbortSignal },
  ): AsyncIterableIterator<Readonly<Record<string, any>>>;
  /**
   * Dispatches the events of a gesture without a daemon: all phases of a lasting one, or `phase` alone. `values` has no
   * pageX, pageY, offsetX or offsetY.
   */
  simulate(element: Element, key: string, values?: Record<string, unknown>): void;
  /** mm on the glass to CSS px, and back; undefined before the first connection. */
  toClient(place: readonly [number, number]): [number, number] | undefined;
  toScreen(clientX: number, clientY: number): [number, number] | undefined;
  addEventListener(
    type: "statechange",
    listener: (event: Event) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void;
}

/** The instance that pages share. */
export const gestures: Gestures;

// The events of a key that is a kind, and of a few other keys.
type LastingKind = Exclude<Kind, DiscreteKind>;
type DiscreteEvents = { [K in DiscreteKind as `g-${Dashed<K>}`]: EventOfKind[K] };
type LastingEvents = { [K in LastingKind as `g-${Dashed<K>}${Phase}`]: EventOfKind[K] };
type Lasting<Key extends string, E> = { [Type in `g-${Key}${Phase}`]: E };
interface OtherEvents
  extends Lasting<"rotate", RotationEvent>, Lasting<"press", LongPressEvent>, Lasting<"move", TransformEvent> {
  "g-double": TapEvent;
}

declare global {
  // The events of elements, of documents and of windows.
  interface GlobalEventHandlersEventMap extends DiscreteEvents, LastingEvents, OtherEvents {}
}
