import Base
import Foundation
import Testing

@Suite struct MetricsTests {
  @Test("counters, gauges and histograms are written as OpenMetrics text")
  func text() {
    let metrics = Metrics()
    let requests = metrics.counter(
      "requests", "Requests answered.", labels: ["operation", "status"])
    metrics.gauge("connections", "Open now.") { 3 }
    let seconds = metrics.histogram("seconds", "Time.", bounds: [0.5, 0.1])
    requests.add(2, "b", "200")
    requests.add(1, "a\"\\\n", "404")
    seconds.observe(0.1)
    seconds.observe(0.3)
    seconds.observe(7)
    seconds.observe(.nan)
    #expect(
      String(decoding: metrics.openMetrics(), as: UTF8.self) == """
        # TYPE requests counter
        # HELP requests Requests answered.
        requests_total{operation="a\\"\\\\\\n",status="404"} 1
        requests_total{operation="b",status="200"} 2
        # TYPE connections gauge
        # HELP connections Open now.
        connections 3
        # TYPE seconds histogram
        # HELP seconds Time.
        seconds_bucket{le="0.1"} 1
        seconds_bucket{le="0.5"} 2
        seconds_bucket{le="+Inf"} 3
        seconds_count 3
        seconds_sum 7.4
        # EOF

        """)
  }

  @Test("labels are bounded: beyond the limit they are counted together")
  func bounded() {
    let metrics = Metrics()
    let counter = metrics.counter("a", "A.", labels: ["x"])
    for i in 0..<10_000 { counter.add(1, "\(i)") }
    counter.add(1)
    let text = String(decoding: metrics.openMetrics(), as: UTF8.self)
    #expect(text.split(separator: "\n").count <= Metrics.maximumSeries + 4)
    #expect(text.contains("a_total{x=\"other\"} 9745\n"))
  }

  @Test("no count is lost between threads")
  func concurrent() {
    let metrics = Metrics()
    let counter = metrics.counter("a", "A.")
    let histogram = metrics.histogram("b", "B.")
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      for _ in 0..<500 {
        counter.add()
        histogram.observe(0.01)
      }
    }
    let text = String(decoding: metrics.openMetrics(), as: UTF8.self)
    #expect(text.contains("a_total 8000\n"))
    #expect(text.contains("b_count 8000\n"))
  }
}
