// Generated from lib/themes, browser/ and TypeScript's types of pages by `npm run scripts`.

/** The ids that elements of themes and scripts have. */
export const themeIds =
  /^(?:audio_\d+|category_facets-.+|comment-\d+|comments|contents|date_facets-.+|filters-heading|fn-.+|latest|related|search|series|suggestion-\d+|suggestions|tag_facets-.+|write-comment)$/;

/** The names of properties of `window` and `document`, for which a script may take an element; in spaces. */
export const windowNames =
  " ATTRIBUTE_NODE AbortController AbortSignal AbstractRange AggregateError AnalyserNode Animation" +
  " AnimationEffect AnimationEvent AnimationPlaybackEvent AnimationTimeline Array ArrayBuffer" +
  " AsyncDisposableStack Atomics Attr Audio AudioBuffer AudioBufferSourceNode AudioContext AudioData" +
  " AudioDecoder AudioDestinationNode AudioEncoder AudioListener AudioNode AudioParam AudioParamMap" +
  " AudioProcessingEvent AudioScheduledSourceNode AudioWorklet AudioWorkletNode" +
  " AuthenticatorAssertionResponse AuthenticatorAttestationResponse AuthenticatorResponse BarProp" +
  " BaseAudioContext BeforeUnloadEvent BigInt BigInt64Array BigUint64Array BiquadFilterNode Blob BlobEvent" +
  " Boolean BroadcastChannel ByteLengthQueuingStrategy CDATASection CDATA_SECTION_NODE COMMENT_NODE" +
  " CSSAnimation CSSConditionRule CSSContainerRule CSSCounterStyleRule CSSFontFaceRule" +
  " CSSFontFeatureValuesRule CSSFontPaletteValuesRule CSSGroupingRule CSSImageValue CSSImportRule" +
  " CSSKeyframeRule CSSKeyframesRule CSSKeywordValue CSSLayerBlockRule CSSLayerStatementRule CSSMathClamp" +
  " CSSMathInvert CSSMathMax CSSMathMin CSSMathNegate CSSMathProduct CSSMathSum CSSMathValue" +
  " CSSMatrixComponent CSSMediaRule CSSNamespaceRule CSSNestedDeclarations CSSNumericArray CSSNumericValue" +
  " CSSPageDescriptors CSSPageRule CSSPerspective CSSPositionTryDescriptors CSSPositionTryRule" +
  " CSSPropertyRule CSSRotate CSSRule CSSRuleList CSSScale CSSScopeRule CSSSkew CSSSkewX CSSSkewY" +
  " CSSStartingStyleRule CSSStyleDeclaration CSSStyleProperties CSSStyleRule CSSStyleSheet CSSStyleValue" +
  " CSSSupportsRule CSSTransformComponent CSSTransformValue CSSTransition CSSTranslate CSSUnitValue" +
  " CSSUnparsedValue CSSVariableReferenceValue CSSViewTransitionRule Cache CacheStorage" +
  " CanvasCaptureMediaStreamTrack CanvasGradient CanvasPattern CanvasRenderingContext2D CaretPosition" +
  " ChannelMergerNode ChannelSplitterNode CharacterData Clipboard ClipboardEvent ClipboardItem CloseEvent" +
  " CommandEvent Comment CompositionEvent CompressionStream ConstantSourceNode" +
  " ContentVisibilityAutoStateChangeEvent ConvolverNode CookieChangeEvent CookieStore CookieStoreManager" +
  " CountQueuingStrategy Credential CredentialsContainer Crypto CryptoKey CustomElementRegistry CustomEvent" +
  " CustomStateSet DOCUMENT_FRAGMENT_NODE DOCUMENT_NODE DOCUMENT_POSITION_CONTAINED_BY" +
  " DOCUMENT_POSITION_CONTAINS DOCUMENT_POSITION_DISCONNECTED DOCUMENT_POSITION_FOLLOWING" +
  " DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC DOCUMENT_POSITION_PRECEDING DOCUMENT_TYPE_NODE DOMException" +
  " DOMImplementation DOMMatrix DOMMatrixReadOnly DOMParser DOMPoint DOMPointReadOnly DOMQuad DOMRect" +
  " DOMRectList DOMRectReadOnly DOMStringList DOMStringMap DOMTokenList DataTransfer DataTransferItem" +
  " DataTransferItemList DataView Date DecompressionStream DelayNode DeviceMotionEvent" +
  " DeviceOrientationEvent DigitalCredential DisposableStack Document DocumentFragment DocumentTimeline" +
  " DocumentType DragEvent DynamicsCompressorNode ELEMENT_NODE ENTITY_NODE ENTITY_REFERENCE_NODE Element" +
  " ElementInternals EncodedAudioChunk EncodedVideoChunk Error ErrorEvent EvalError Event EventCounts" +
  " EventSource EventTarget External File FileList FileReader FileSystem FileSystemDirectoryEntry" +
  " FileSystemDirectoryHandle FileSystemDirectoryReader FileSystemEntry FileSystemFileEntry" +
  " FileSystemFileHandle FileSystemHandle FileSystemWritableFileStream FinalizationRegistry Float16Array" +
  " Float32Array Float64Array FocusEvent FontFace FontFaceSet FontFaceSetLoadEvent FormData FormDataEvent" +
  " FragmentDirective Function GPU GPUAdapter GPUAdapterInfo GPUBindGroup GPUBindGroupLayout GPUBuffer" +
  " GPUCanvasContext GPUCommandBuffer GPUCommandEncoder GPUCompilationInfo GPUCompilationMessage" +
  " GPUComputePassEncoder GPUComputePipeline GPUDevice GPUDeviceLostInfo GPUError GPUExternalTexture" +
  " GPUInternalError GPUOutOfMemoryError GPUPipelineError GPUPipelineLayout GPUQuerySet GPUQueue" +
  " GPURenderBundle GPURenderBundleEncoder GPURenderPassEncoder GPURenderPipeline GPUSampler" +
  " GPUShaderModule GPUSupportedFeatures GPUSupportedLimits GPUTexture GPUTextureView" +
  " GPUUncapturedErrorEvent GPUValidationError GainNode Gamepad GamepadButton GamepadEvent" +
  " GamepadHapticActuator Geolocation GeolocationCoordinates GeolocationPosition GeolocationPositionError" +
  " HTMLAllCollection HTMLAnchorElement HTMLAreaElement HTMLAudioElement HTMLBRElement HTMLBaseElement" +
  " HTMLBodyElement HTMLButtonElement HTMLCanvasElement HTMLCollection HTMLDListElement HTMLDataElement" +
  " HTMLDataListElement HTMLDetailsElement HTMLDialogElement HTMLDirectoryElement HTMLDivElement" +
  " HTMLDocument HTMLElement HTMLEmbedElement HTMLFieldSetElement HTMLFontElement" +
  " HTMLFormControlsCollection HTMLFormElement HTMLFrameElement HTMLFrameSetElement HTMLHRElement" +
  " HTMLHeadElement HTMLHeadingElement HTMLHtmlElement HTMLIFrameElement HTMLImageElement HTMLInputElement" +
  " HTMLLIElement HTMLLabelElement HTMLLegendElement HTMLLinkElement HTMLMapElement HTMLMarqueeElement" +
  " HTMLMediaElement HTMLMenuElement HTMLMetaElement HTMLMeterElement HTMLModElement HTMLOListElement" +
  " HTMLObjectElement HTMLOptGroupElement HTMLOptionElement HTMLOptionsCollection HTMLOutputElement" +
  " HTMLParagraphElement HTMLParamElement HTMLPictureElement HTMLPreElement HTMLProgressElement" +
  " HTMLQuoteElement HTMLScriptElement HTMLSelectElement HTMLSlotElement HTMLSourceElement HTMLSpanElement" +
  " HTMLStyleElement HTMLTableCaptionElement HTMLTableCellElement HTMLTableColElement HTMLTableElement" +
  " HTMLTableRowElement HTMLTableSectionElement HTMLTemplateElement HTMLTextAreaElement HTMLTimeElement" +
  " HTMLTitleElement HTMLTrackElement HTMLUListElement HTMLUnknownElement HTMLVideoElement HashChangeEvent" +
  " Headers Highlight HighlightRegistry History IDBCursor IDBCursorWithValue IDBDatabase IDBFactory" +
  " IDBIndex IDBKeyRange IDBObjectStore IDBOpenDBRequest IDBRequest IDBTransaction IDBVersionChangeEvent" +
  " IIRFilterNode IdleDeadline Image ImageBitmap ImageBitmapRenderingContext ImageCapture ImageData" +
  " ImageDecoder ImageTrack ImageTrackList Infinity InputDeviceInfo InputEvent Int16Array Int32Array" +
  " Int8Array IntersectionObserver IntersectionObserverEntry JSON KeyboardEvent KeyframeEffect" +
  " LargestContentfulPaint Location Lock LockManager MIDIAccess MIDIConnectionEvent MIDIInput MIDIInputMap" +
  " MIDIMessageEvent MIDIOutput MIDIOutputMap MIDIPort Map Math MathMLElement MediaCapabilities" +
  " MediaDeviceInfo MediaDevices MediaElementAudioSourceNode MediaEncryptedEvent MediaError" +
  " MediaKeyMessageEvent MediaKeySession MediaKeyStatusMap MediaKeySystemAccess MediaKeys MediaList" +
  " MediaMetadata MediaQueryList MediaQueryListEvent MediaRecorder MediaSession MediaSource" +
  " MediaSourceHandle MediaStream MediaStreamAudioDestinationNode MediaStreamAudioSourceNode" +
  " MediaStreamTrack MediaStreamTrackEvent MessageChannel MessageEvent MessagePort MimeType MimeTypeArray" +
  " MouseEvent MutationObserver MutationRecord NOTATION_NODE NaN NamedNodeMap NavigateEvent Navigation" +
  " NavigationActivation NavigationCurrentEntryChangeEvent NavigationDestination NavigationHistoryEntry" +
  " NavigationPrecommitController NavigationPreloadManager NavigationTransition Navigator NavigatorLogin" +
  " Node NodeFilter NodeIterator NodeList Notification Number Object OfflineAudioCompletionEvent" +
  " OfflineAudioContext OffscreenCanvas OffscreenCanvasRenderingContext2D Option OscillatorNode" +
  " OverconstrainedError PROCESSING_INSTRUCTION_NODE PageRevealEvent PageSwapEvent PageTransitionEvent" +
  " PannerNode Path2D PaymentAddress PaymentMethodChangeEvent PaymentRequest PaymentRequestUpdateEvent" +
  " PaymentResponse Performance PerformanceEntry PerformanceEventTiming PerformanceMark PerformanceMeasure" +
  " PerformanceNavigation PerformanceNavigationTiming PerformanceObserver PerformanceObserverEntryList" +
  " PerformancePaintTiming PerformanceResourceTiming PerformanceServerTiming PerformanceTiming PeriodicWave" +
  " PermissionStatus Permissions PictureInPictureEvent PictureInPictureWindow Plugin PluginArray" +
  " PointerEvent PopStateEvent ProcessingInstruction ProgressEvent Promise PromiseRejectionEvent Proxy" +
  " PublicKeyCredential PushManager PushSubscription PushSubscriptionOptions RTCCertificate RTCDTMFSender" +
  " RTCDTMFToneChangeEvent RTCDataChannel RTCDataChannelEvent RTCDtlsTransport RTCEncodedAudioFrame" +
  " RTCEncodedVideoFrame RTCError RTCErrorEvent RTCIceCandidate RTCIceTransport RTCPeerConnection" +
  " RTCPeerConnectionIceErrorEvent RTCPeerConnectionIceEvent RTCRtpReceiver RTCRtpScriptTransform" +
  " RTCRtpSender RTCRtpTransceiver RTCSctpTransport RTCSessionDescription RTCStatsReport RTCTrackEvent" +
  " RadioNodeList Range RangeError ReadableByteStreamController ReadableStream ReadableStreamBYOBReader" +
  " ReadableStreamBYOBRequest ReadableStreamDefaultController ReadableStreamDefaultReader ReferenceError" +
  " RegExp RemotePlayback ReportingObserver Request ResizeObserver ResizeObserverEntry ResizeObserverSize" +
  " Response SVGAElement SVGAngle SVGAnimateElement SVGAnimateMotionElement SVGAnimateTransformElement" +
  " SVGAnimatedAngle SVGAnimatedBoolean SVGAnimatedEnumeration SVGAnimatedInteger SVGAnimatedLength" +
  " SVGAnimatedLengthList SVGAnimatedNumber SVGAnimatedNumberList SVGAnimatedPreserveAspectRatio" +
  " SVGAnimatedRect SVGAnimatedString SVGAnimatedTransformList SVGAnimationElement SVGCircleElement" +
  " SVGClipPathElement SVGComponentTransferFunctionElement SVGDefsElement SVGDescElement SVGElement" +
  " SVGEllipseElement SVGFEBlendElement SVGFEColorMatrixElement SVGFEComponentTransferElement" +
  " SVGFECompositeElement SVGFEConvolveMatrixElement SVGFEDiffuseLightingElement" +
  " SVGFEDisplacementMapElement SVGFEDistantLightElement SVGFEDropShadowElement SVGFEFloodElement" +
  " SVGFEFuncAElement SVGFEFuncBElement SVGFEFuncGElement SVGFEFuncRElement SVGFEGaussianBlurElement" +
  " SVGFEImageElement SVGFEMergeElement SVGFEMergeNodeElement SVGFEMorphologyElement SVGFEOffsetElement" +
  " SVGFEPointLightElement SVGFESpecularLightingElement SVGFESpotLightElement SVGFETileElement" +
  " SVGFETurbulenceElement SVGFilterElement SVGForeignObjectElement SVGGElement SVGGeometryElement" +
  " SVGGradientElement SVGGraphicsElement SVGImageElement SVGLength SVGLengthList SVGLineElement" +
  " SVGLinearGradientElement SVGMPathElement SVGMarkerElement SVGMaskElement SVGMatrix SVGMetadataElement" +
  " SVGNumber SVGNumberList SVGPathElement SVGPatternElement SVGPoint SVGPointList SVGPolygonElement" +
  " SVGPolylineElement SVGPreserveAspectRatio SVGRadialGradientElement SVGRect SVGRectElement SVGSVGElement" +
  " SVGScriptElement SVGSetElement SVGStopElement SVGStringList SVGStyleElement SVGSwitchElement" +
  " SVGSymbolElement SVGTSpanElement SVGTextContentElement SVGTextElement SVGTextPathElement" +
  " SVGTextPositioningElement SVGTitleElement SVGTransform SVGTransformList SVGUnitTypes SVGUseElement" +
  " SVGViewElement Sanitizer Scheduler Screen ScreenOrientation ScriptProcessorNode ScrollTimeline" +
  " SecurityPolicyViolationEvent Selection ServiceWorker ServiceWorkerContainer ServiceWorkerRegistration" +
  " Set ShadowRoot SharedArrayBuffer SharedWorker SourceBuffer SourceBufferList" +
  " SpeechRecognitionAlternative SpeechRecognitionErrorEvent SpeechRecognitionEvent SpeechRecognitionResult" +
  " SpeechRecognitionResultList SpeechSynthesis SpeechSynthesisErrorEvent SpeechSynthesisEvent" +
  " SpeechSynthesisUtterance SpeechSynthesisVoice StaticRange StereoPannerNode Storage StorageEvent" +
  " StorageManager String StylePropertyMap StylePropertyMapReadOnly StyleSheet StyleSheetList SubmitEvent" +
  " SubtleCrypto SuppressedError Symbol SyntaxError TEXT_NODE TaskController TaskPriorityChangeEvent" +
  " TaskSignal Text TextDecoder TextDecoderStream TextEncoder TextEncoderStream TextEvent TextMetrics" +
  " TextTrack TextTrackCue TextTrackCueList TextTrackList TimeRanges ToggleEvent Touch TouchEvent TouchList" +
  " TrackEvent TransformStream TransformStreamDefaultController TransitionEvent TreeWalker TypeError" +
  " UIEvent URIError URL URLPattern URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray" +
  " UserActivation VTTCue VTTRegion ValidityState VideoColorSpace VideoDecoder VideoEncoder VideoFrame" +
  " VideoPlaybackQuality ViewTimeline ViewTransition ViewTransitionTypeSet VisualViewport" +
  " WGSLLanguageFeatures WakeLock WakeLockSentinel WaveShaperNode WeakMap WeakRef WeakSet" +
  " WebGL2RenderingContext WebGLActiveInfo WebGLBuffer WebGLContextEvent WebGLFramebuffer WebGLProgram" +
  " WebGLQuery WebGLRenderbuffer WebGLRenderingContext WebGLSampler WebGLShader WebGLShaderPrecisionFormat" +
  " WebGLSync WebGLTexture WebGLTransformFeedback WebGLUniformLocation WebGLVertexArrayObject" +
  " WebKitCSSMatrix WebSocket WebTransport WebTransportBidirectionalStream WebTransportDatagramDuplexStream" +
  " WebTransportError WheelEvent Window Worker Worklet WritableStream WritableStreamDefaultController" +
  " WritableStreamDefaultWriter XMLDocument XMLHttpRequest XMLHttpRequestEventTarget XMLHttpRequestUpload" +
  " XMLSerializer XPathEvaluator XPathExpression XPathResult XSLTProcessor activeElement" +
  " activeViewTransition addEventListener adoptNode adoptedStyleSheets alert alinkColor all anchors append" +
  " appendChild applets atob baseURI bgColor blur body btoa caches cancelAnimationFrame cancelIdleCallback" +
  " captureEvents caretPositionFromPoint caretRangeFromPoint characterSet charset childElementCount" +
  " childNodes children clear clearInterval clearTimeout clientInformation cloneNode close closed" +
  " compareDocumentPosition compatMode confirm console constructor contains contentType cookie cookieStore" +
  " createAttribute createAttributeNS createCDATASection createComment createDocumentFragment createElement" +
  " createElementNS createEvent createExpression createImageBitmap createNSResolver createNodeIterator" +
  " createProcessingInstruction createRange createTextNode createTreeWalker crossOriginIsolated crypto" +
  " currentScript customElementRegistry customElements decodeURI decodeURIComponent defaultView designMode" +
  " devicePixelRatio dir dispatchEvent doctype document documentElement documentURI domain elementFromPoint" +
  " elementsFromPoint embeds encodeURI encodeURIComponent escape eval evaluate event execCommand" +
  " exitFullscreen exitPictureInPicture exitPointerLock external fetch fgColor firstChild firstElementChild" +
  " focus fonts forms fragmentDirective frameElement frames fullscreen fullscreenElement fullscreenEnabled" +
  " getAnimations getComputedStyle getElementById getElementsByClassName getElementsByName" +
  " getElementsByTagName getElementsByTagNameNS getRootNode getSelection hasChildNodes hasFocus" +
  " hasOwnProperty hasStorageAccess head hidden history images implementation importNode indexedDB" +
  " innerHeight innerWidth inputEncoding insertBefore isConnected isDefaultNamespace isEqualNode isFinite" +
  " isNaN isPrototypeOf isSameNode isSecureContext lastChild lastElementChild lastModified length linkColor" +
  " links localStorage location locationbar lookupNamespaceURI lookupPrefix matchMedia menubar moveBefore" +
  " moveBy moveTo name navigation navigator nextSibling nodeName nodeType nodeValue normalize onabort" +
  " onafterprint onanimationcancel onanimationend onanimationiteration onanimationstart onauxclick" +
  " onbeforeinput onbeforematch onbeforeprint onbeforetoggle onbeforeunload onblur oncancel oncanplay" +
  " oncanplaythrough onchange onclick onclose oncommand oncontextlost oncontextmenu oncontextrestored" +
  " oncopy oncuechange oncut ondblclick ondevicemotion ondeviceorientation ondeviceorientationabsolute" +
  " ondrag ondragend ondragenter ondragleave ondragover ondragstart ondrop ondurationchange onemptied" +
  " onended onerror onfocus onformdata onfullscreenchange onfullscreenerror ongamepadconnected" +
  " ongamepaddisconnected ongotpointercapture onhashchange oninput oninvalid onkeydown onkeypress onkeyup" +
  " onlanguagechange onload onloadeddata onloadedmetadata onloadstart onlostpointercapture onmessage" +
  " onmessageerror onmousedown onmouseenter onmouseleave onmousemove onmouseout onmouseover onmouseup" +
  " onoffline ononline onorientationchange onpagehide onpagereveal onpageshow onpageswap onpaste onpause" +
  " onplay onplaying onpointercancel onpointerdown onpointerenter onpointerleave onpointerlockchange" +
  " onpointerlockerror onpointermove onpointerout onpointerover onpointerrawupdate onpointerup onpopstate" +
  " onprogress onratechange onreadystatechange onrejectionhandled onreset onresize onscroll onscrollend" +
  " onsecuritypolicyviolation onseeked onseeking onselect onselectionchange onselectstart onslotchange" +
  " onstalled onstorage onsubmit onsuspend ontimeupdate ontoggle ontouchcancel ontouchend ontouchmove" +
  " ontouchstart ontransitioncancel ontransitionend ontransitionrun ontransitionstart onunhandledrejection" +
  " onunload onvisibilitychange onvolumechange onwaiting onwebkitanimationend onwebkitanimationiteration" +
  " onwebkitanimationstart onwebkittransitionend onwheel open opener orientation origin originAgentCluster" +
  " outerHeight outerWidth ownerDocument pageXOffset pageYOffset parent parentElement parentNode parseFloat" +
  " parseInt performance personalbar pictureInPictureElement pictureInPictureEnabled plugins" +
  " pointerLockElement postMessage prepend previousSibling print prompt propertyIsEnumerable" +
  " queryCommandEnabled queryCommandIndeterm queryCommandState queryCommandSupported queryCommandValue" +
  " querySelector querySelectorAll queueMicrotask readyState referrer releaseEvents removeChild" +
  " removeEventListener replaceChild replaceChildren reportError requestAnimationFrame requestIdleCallback" +
  " requestStorageAccess resizeBy resizeTo rootElement scheduler screen screenLeft screenTop screenX" +
  " screenY scripts scroll scrollBy scrollTo scrollX scrollY scrollbars scrollingElement self" +
  " sessionStorage setInterval setTimeout speechSynthesis startViewTransition status statusbar stop" +
  " structuredClone styleSheets textContent timeline title toLocaleString toString toolbar top unescape" +
  " valueOf visibilityState visualViewport vlinkColor webkitURL window write writeln" +
  " ";
