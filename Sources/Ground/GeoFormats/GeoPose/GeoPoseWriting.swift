import Base
import Geodesy

/// A pose within an outer frame: moved, then turned.
///
/// - Thread: pure.
public struct InnerFrame: Hashable, Sendable {
  /// Metres along the axes of the outer frame.
  public var translation: Vector3
  public var rotation: Quaternion
  /// When it holds; for series and streams.
  public var time: Instant?

  public init(translation: Vector3, rotation: Quaternion, time: Instant? = nil) {
    self.translation = translation
    self.rotation = rotation
    self.time = time
  }
}

/// Whether poses between two given ones are to be interpolated.
public enum PoseTransition: String, Sendable {
  case none, interpolate
}

/// Writers for the eight forms of OGC GeoPose 1.0.
///
/// Angles are degrees, times Unix milliseconds. Inner frames are written as `RotateTranslate` with
/// the rotation in the order x, y, z, w.
///
/// - Source: OGC GeoPose 1.0 (21-056r11), sections 8.1 to 8.8.
extension JSONWriter {
  /// Writes a single pose; `validTime` is for the advanced form.
  public mutating func geoPose(
    _ pose: GeoPose, form: GeoPoseForm = .basicQuaternion, validTime: Instant? = nil
  ) {
    beginObject()
    switch form {
    case .advanced:
      if let validTime {
        key("validTime")
        integer(validTime.milliseconds)
      }
      key("frameSpecification")
      frame(pose)
    case .basicQuaternion, .basicYPR:
      key("position")
      object { json in
        json.member("lat", pose.position.lat, decimals: 9)
        json.member("lon", pose.position.lon, decimals: 9)
        json.member("h", pose.height, decimals: 4)
      }
    }
    if form == .basicYPR {
      let angles = pose.orientation.yawPitchRoll
      key("angles")
      object { json in
        json.member("yaw", angles.yaw, decimals: 9)
        json.member("pitch", angles.pitch, decimals: 9)
        json.member("roll", angles.roll, decimals: 9)
      }
    } else {
      key("quaternion")
      object { json in
        json.member("x", pose.orientation.x)
        json.member("y", pose.orientation.y)
        json.member("z", pose.orientation.z)
        json.member("w", pose.orientation.w)
      }
    }
    endObject()
  }

  /// Writes a Chain: frames, each within the one before; at least two.
  public mutating func geoPoseChain(outer: GeoPose, frames: [InnerFrame], validTime: Instant) {
    object { json in
      json.member("validTime", validTime.milliseconds)
      json.key("outerFrame")
      json.frame(outer)
      json.array("frameChain") { json in for frame in frames { json.frame(frame) } }
    }
  }

  /// Writes a Graph: the outer frame is number 0, the inner ones follow; links go from a frame to
  /// one that is given within it.
  public mutating func geoPoseGraph(
    outer: GeoPose, frames: [InnerFrame], links: [(from: Int, to: Int)], validTime: Instant
  ) {
    object { json in
      json.member("validTime", validTime.milliseconds)
      json.array("frameList") { json in
        json.frame(outer)
        for frame in frames { json.frame(frame) }
      }
      json.array("transformList") { json in
        for link in links {
          json.object { json in
            json.array("link") { json in
              json.integer(link.from)
              json.integer(link.to)
            }
          }
        }
      }
    }
  }

  /// Writes a Regular Series: one pose every `stepMilliseconds` from `start`.
  public mutating func geoPoseRegularSeries(
    outer: GeoPose, frames: [InnerFrame], start: Instant, stepMilliseconds: Int64,
    transition: PoseTransition
  ) {
    let steps = Int64(clamping: max(0, frames.count - 1))
    let (span, overflow) = stepMilliseconds.multipliedReportingOverflow(by: steps)
    object { json in
      json.seriesHeader(
        frames.count, start, start.adding(milliseconds: overflow ? .max : span), transition)
      json.member("interPoseDuration", stepMilliseconds)
      json.key("outerFrame")
      json.frame(outer)
      json.array("innerFrameSeries") { json in for frame in frames { json.frame(frame) } }
      json.seriesTrailer(frames.count)
    }
  }

  /// Writes an Irregular Series; frames without a time are left out.
  public mutating func geoPoseIrregularSeries(
    outer: GeoPose, frames: [InnerFrame], transition: PoseTransition
  ) {
    let timed = frames.filter { $0.time != nil }
    let start = timed.first?.time ?? Instant(milliseconds: 0)
    object { json in
      json.seriesHeader(timed.count, start, timed.last?.time ?? start, transition)
      json.key("outerFrame")
      json.frame(outer)
      json.array("innerFrameAndTimeSeries") { json in
        for frame in timed { json.frameAndTime(frame) }
      }
      json.seriesTrailer(timed.count)
    }
  }

  /// Writes the header of a Stream.
  public mutating func geoPoseStreamHeader(outer: GeoPose, transition: PoseTransition) {
    object { json in
      json.key("transitionModel")
      json.transitionModel(transition)
      json.key("outerFrame")
      json.frame(outer)
    }
  }

  /// Writes one element of a Stream.
  public mutating func geoPoseStreamElement(_ frame: InnerFrame) {
    object { json in
      json.key("streamElement")
      json.frameAndTime(frame)
    }
  }

  /// Writes a whole recorded Stream.
  public mutating func geoPoseStream(
    outer: GeoPose, frames: [InnerFrame], transition: PoseTransition
  ) {
    object { json in
      json.key("header")
      json.geoPoseStreamHeader(outer: outer, transition: transition)
      json.array("streamElements") { json in
        for frame in frames { json.geoPoseStreamElement(frame) }
      }
    }
  }

  private mutating func seriesHeader(
    _ count: Int, _ start: Instant, _ stop: Instant, _ transition: PoseTransition
  ) {
    key("header")
    object { json in
      json.member("poseCount", count)
      json.member("startInstant", start.milliseconds)
      json.member("stopInstant", stop.milliseconds)
      json.key("transitionModel")
      json.transitionModel(transition)
    }
  }

  private mutating func seriesTrailer(_ count: Int) {
    key("trailer")
    object { json in
      json.member("poseCount", count)
    }
  }

  private mutating func transitionModel(_ transition: PoseTransition) {
    specification(transition.rawValue, "")
  }

  private mutating func frame(_ outer: GeoPose) {
    specification("LTP-ENU", LTPENUFrame.parameters(outer))
  }

  private mutating func frame(_ inner: InnerFrame) {
    let t = inner.translation
    let q = inner.rotation
    let translation = [t.x, t.y, t.z].map { XMLTextWriter.decimal($0, 4) }.joined(separator: ", ")
    let rotation = [q.x, q.y, q.z, q.w].map { XMLTextWriter.decimal($0, 9) }.joined(separator: ", ")
    specification("RotateTranslate", "translation=[\(translation)]&rotation=[\(rotation)]")
  }

  private mutating func frameAndTime(_ inner: InnerFrame) {
    object { json in
      json.key("frame")
      json.frame(inner)
      if let time = inner.time {
        json.member("validTime", time.milliseconds)
      }
    }
  }

  private mutating func specification(_ id: String, _ parameters: String) {
    object { json in
      json.member("authority", LTPENUFrame.authority)
      json.member("id", id)
      json.member("parameters", parameters)
    }
  }
}
